/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.source;

/**
 * A piece of a source file, by character offsets. Line and column are derived, so that they cannot
 * disagree with the text.
 *
 * @param start offset of the first character
 * @param end offset after the last character
 */
public record SourceSpan(SourceFile file, int start, int end) implements Comparable<SourceSpan> {

  public SourceSpan {
    if (start < 0 || end < start || end > file.text().length()) {
      throw new IllegalArgumentException(
          "span " + start + ".." + end + " lies outside " + file.path());
    }
  }

  public String text() {
    return file.text().substring(start, end);
  }

  /** Line of the first character, from 1. */
  public int line() {
    return (int) file.text().substring(0, start).chars().filter(c -> c == '\n').count() + 1;
  }

  /** Column of the first character, from 1. */
  public int column() {
    return start - lineStart() + 1;
  }

  /** The whole line that holds the first character, without its line break. */
  public String lineText() {
    String text = file.text();
    int lineEnd = text.indexOf('\n', start);
    String line = text.substring(lineStart(), lineEnd < 0 ? text.length() : lineEnd);
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  private int lineStart() {
    return start == 0 ? 0 : file.text().lastIndexOf('\n', start - 1) + 1;
  }

  @Override
  public int compareTo(SourceSpan other) {
    int byFile = file.path().compareTo(other.file.path());
    return byFile != 0 ? byFile : Integer.compare(start, other.start);
  }

  /** {@code path:line:column}. */
  @Override
  public String toString() {
    return file.path() + ":" + line() + ":" + column();
  }
}
