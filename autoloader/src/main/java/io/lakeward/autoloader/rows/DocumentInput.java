/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.content.LineInput;
import io.lakeward.autoloader.content.TextLayout;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.options.ParseMode;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.model.problem.ProjectException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Cuts a split into documents: its lines, or the whole file at once.
 *
 * <p>A file that has become longer since its size was taken is cut where it ended then. If that is
 * within a line, the writer was in the middle of it, and the file is refused; a later run reads all
 * of it.
 */
public final class DocumentInput implements Closeable {
  /** What a file means that was written to while it was read, and not in the middle of a line. */
  public enum Growth {
    /** Its later lines must not get lost. */
    REFUSED,

    /** The lines up to there are enough, as for learning a schema. */
    ALLOWED_AT_LINE_END
  }

  private final FileSplit split;
  private final boolean wholeFile;
  private final Growth growth;
  private final ReadLog log;
  private final InputStream in;
  private final LineInput lines;
  private byte[] whole = new byte[0];
  private int wholeStart;
  private final long firstPosition;
  private boolean finished;

  public DocumentInput(
      FileSplit split, boolean wholeFile, TextLayout layout, Growth growth, ReadLog log)
      throws IOException {
    this.split = split;
    this.wholeFile = wholeFile;
    this.growth = growth;
    this.log = log;
    long from = Math.max(0, split.start() - 1);
    this.in = FileContent.text(split.file(), from, layout);
    // Offsets within a file that is decompressed or decoded are not those of its bytes.
    long rangeEnd = split.isWholeFile() ? Long.MAX_VALUE : split.end();
    this.lines = new LineInput(in, from, rangeEnd, layout.separator());
    if (!wholeFile) {
      if (split.start() > 0) {
        // What is left of the line before belongs to the split before.
        lines.skipLine();
      } else {
        lines.skipByteOrderMark();
      }
    }
    this.firstPosition = lines.position();
  }

  public boolean next() throws IOException {
    if (finished) {
      return false;
    }
    if (wholeFile) {
      finished = true;
      whole = in.readAllBytes();
      wholeStart =
          whole.length >= 3
                  && whole[0] == (byte) 0xEF
                  && whole[1] == (byte) 0xBB
                  && whole[2] == (byte) 0xBF
              ? 3
              : 0;
      checkGrowth(false);
      log.addBytes(whole.length);
      return whole.length > wholeStart;
    }
    if (lines.next()) {
      if (!lines.isTerminated()) {
        checkGrowth(false);
      }
      return true;
    }
    finished = true;
    checkGrowth(lines.isTerminated());
    log.addBytes(lines.position() - firstPosition);
    return false;
  }

  /** As {@link LineInput#peek}. */
  public int peek() {
    return wholeFile ? -1 : lines.peek();
  }

  /** As {@link LineInput#limit}. */
  public int limit() {
    return lines.limit();
  }

  /** As {@link LineInput#fills}. */
  public int fills() {
    return lines.fills();
  }

  /** As {@link LineInput#accept}. */
  public boolean accept(int lineEnd) {
    return lines.accept(lineEnd);
  }

  private void checkGrowth(boolean atLineEnd) throws IOException {
    DiscoveredFile file = split.file();
    boolean isLast = split.end() == file.size();
    boolean isAllowed = atLineEnd && growth == Growth.ALLOWED_AT_LINE_END;
    if (isLast && !isAllowed && FileContent.hasChanged(file)) {
      throw new ProjectException(SourceProblems.fileGrowing(file.shown()));
    }
  }

  public boolean isLine() {
    return !wholeFile;
  }

  public byte[] bytes() {
    return wholeFile ? whole : lines.buffer();
  }

  public int start() {
    return wholeFile ? wholeStart : lines.start();
  }

  public int end() {
    return wholeFile ? whole.length : lines.end();
  }

  /** From 1; 0 if the split does not start with the file. */
  public long lineNumber() {
    return wholeFile ? 1 : split.start() == 0 ? lines.lineNumber() : 0;
  }

  public long offset() {
    return wholeFile ? 0 : lines.offset();
  }

  /** Counts the document as malformed, which ends the reading under the mode FAILFAST. */
  public void addMalformed(ParseMode mode, byte[] document) {
    log.addMalformed(
        mode,
        split.file(),
        lineNumber(),
        offset(),
        () -> new String(document, StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
