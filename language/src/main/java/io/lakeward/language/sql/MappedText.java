/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import java.util.List;

/**
 * Text made from a piece of a source file by putting values in, which knows for each of its
 * characters where in the file it came from. A character of a value came from the whole parameter.
 */
final class MappedText {

  /** A piece of the text, from {@code start} to before {@code end}, and what takes its place. */
  record Replacement(int start, int end, String text) {}

  private final SourceFile file;
  private final String text;
  private final int[] starts;
  private final int[] ends;
  private final int endOfFilePiece;

  private MappedText(SourceFile file, String text, int[] starts, int[] ends, int endOfFilePiece) {
    this.file = file;
    this.text = text;
    this.starts = starts;
    this.ends = ends;
    this.endOfFilePiece = endOfFilePiece;
  }

  static MappedText of(SourceSpan span) {
    int length = span.end() - span.start();
    int[] starts = new int[length];
    int[] ends = new int[length];
    for (int i = 0; i < length; i++) {
      starts[i] = span.start() + i;
      ends[i] = starts[i] + 1;
    }
    return new MappedText(span.file(), span.text(), starts, ends, span.end());
  }

  String text() {
    return text;
  }

  /** The place in the user's file that the characters from start to before end came from. */
  SourceSpan span(int start, int end) {
    int from = start < starts.length ? starts[start] : endOfFilePiece;
    return file.span(from, end > start ? ends[end - 1] : from);
  }

  /** This text with all replacements made; they are in order and do not overlap. */
  MappedText with(List<Replacement> replacements) {
    if (replacements.isEmpty()) {
      return this;
    }
    int length = text.length();
    for (Replacement r : replacements) {
      length += r.text().length() - (r.end() - r.start());
    }
    StringBuilder out = new StringBuilder(length);
    int[] newStarts = new int[length];
    int[] newEnds = new int[length];
    int at = 0;
    for (Replacement r : replacements) {
      copy(at, r.start(), out, newStarts, newEnds);
      for (int i = 0; i < r.text().length(); i++) {
        newStarts[out.length() + i] = starts[r.start()];
        newEnds[out.length() + i] = ends[r.end() - 1];
      }
      out.append(r.text());
      at = r.end();
    }
    copy(at, text.length(), out, newStarts, newEnds);
    return new MappedText(file, out.toString(), newStarts, newEnds, endOfFilePiece);
  }

  private void copy(int from, int to, StringBuilder out, int[] newStarts, int[] newEnds) {
    System.arraycopy(starts, from, newStarts, out.length(), to - from);
    System.arraycopy(ends, from, newEnds, out.length(), to - from);
    out.append(text, from, to);
  }
}
