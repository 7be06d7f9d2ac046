/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Cuts bytes into lines that end at \n, \r\n or \r, or at a given byte. The line lies in {@link
 * #buffer} from {@link #start} to {@link #end} until the next call.
 */
public final class LineInput implements Closeable {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final int FIRST_CAPACITY = 1 << 18;

  private final InputStream in;
  private final byte[] separator;
  private final long rangeEnd;
  private byte[] buffer;
  private int limit;
  private int next;
  private int start;
  private int end;
  private long bufferOffset;
  private long lineNumber;
  private int fills;
  private boolean afterMark;
  private boolean exhausted;
  private boolean terminated = true;

  /**
   * @param in stands at {@code offset}
   * @param rangeEnd lines that start here or later belong to another range
   * @param separator the only bytes that end a line; none for the usual line ends
   */
  public LineInput(InputStream in, long offset, long rangeEnd, byte[] separator) {
    this.in = in;
    this.bufferOffset = offset;
    this.rangeEnd = rangeEnd;
    this.separator = separator;
    this.buffer = new byte[FIRST_CAPACITY];
  }

  /** Moves to the next line; false at the end of the range or the input. */
  public boolean next() throws IOException {
    return !isAtEndOfRange() && advance();
  }

  private boolean isAtEndOfRange() {
    // A byte order mark counts as a part of the first line.
    long lineStart = lineNumber == 0 && afterMark ? 0 : bufferOffset + next;
    return lineStart >= rangeEnd;
  }

  /**
   * Where the next line starts in the buffer, for who can find its end alone; -1 if nothing of it
   * is there yet or it ends at an unusual byte.
   */
  public int peek() {
    return separator.length == 0 && next < limit && !isAtEndOfRange() ? next : -1;
  }

  /** The end of the bytes in the buffer. */
  public int limit() {
    return limit;
  }

  /**
   * Moves to the line that {@link #peek} announced, if its end has been found.
   *
   * @param lineEnd a position after the start of the line with no line end between them, or -1
   */
  public boolean accept(int lineEnd) {
    if (lineEnd < 0 || lineEnd >= limit) {
      return false;
    }
    int feed = buffer[lineEnd] == '\r' ? lineEnd + 1 : lineEnd;
    if (feed >= limit || buffer[feed] != '\n') {
      return false;
    }
    start = next;
    end = lineEnd;
    next = feed + 1;
    lineNumber++;
    return true;
  }

  private boolean advance() throws IOException {
    int from = next;
    while (true) {
      int found = findEnd(from);
      boolean pair = found < limit && separator.length == 0 && buffer[found] == '\r';
      if (isComplete(found) && (!pair || found + 1 < limit || exhausted)) {
        start = next;
        end = found;
        next = found + Math.max(1, separator.length);
        if (pair && next < limit && buffer[next] == '\n') {
          next++;
        }
        lineNumber++;
        return true;
      }
      if (exhausted) {
        start = next;
        end = limit;
        terminated = start == end;
        next = limit;
        lineNumber++;
        return start < end;
      }
      from = found - next;
      fill();
      from += next;
    }
  }

  /** Moves behind the end of the line that the input stands in, wherever the range ends. */
  public void skipLine() throws IOException {
    long numbered = lineNumber;
    if (!advance()) {
      next = limit;
    }
    lineNumber = numbered;
  }

  /** Where the next line starts in the file. */
  public long position() {
    return bufferOffset + next;
  }

  /** Whether all of a line end is there; of one of several bytes there may be only a part. */
  private boolean isComplete(int found) {
    return found < limit && found + separator.length <= limit;
  }

  private int findEnd(int from) {
    byte[] bytes = buffer;
    int stop = limit;
    int i = from;
    if (separator.length == 0) {
      for (; i + 8 <= stop; i += 8) {
        long word = (long) LONGS.get(bytes, i);
        long feed = word ^ (ONES * '\n');
        long turn = word ^ (ONES * '\r');
        long hit = ((feed - ONES) & ~feed & HIGHS) | ((turn - ONES) & ~turn & HIGHS);
        if (hit != 0) {
          return i + (Long.numberOfTrailingZeros(hit) >>> 3);
        }
      }
      while (i < stop && bytes[i] != '\n' && bytes[i] != '\r') {
        i++;
      }
    } else {
      while (i < stop && !isSeparator(i, stop)) {
        i++;
      }
    }
    return i;
  }

  /** Whether the separator, or as much of it as there can be, begins at {@code at}. */
  private boolean isSeparator(int at, int stop) {
    for (int i = 0; i < separator.length && at + i < stop; i++) {
      if (buffer[at + i] != separator[i]) {
        return false;
      }
    }
    return true;
  }

  /** How often bytes were added to the buffer. */
  public int fills() {
    return fills;
  }

  private void fill() throws IOException {
    fills++;
    if (next > 0) {
      System.arraycopy(buffer, next, buffer, 0, limit - next);
      bufferOffset += next;
      limit -= next;
      next = 0;
    }
    if (limit == buffer.length) {
      if (limit > (1 << 30)) {
        throw new IOException("a line is longer than 1 GB");
      }
      buffer = Arrays.copyOf(buffer, limit * 2);
    }
    int read = in.read(buffer, limit, buffer.length - limit);
    if (read < 0) {
      exhausted = true;
    } else {
      limit += read;
    }
  }

  /** Steps over a byte order mark, if this is the start of a file. */
  public void skipByteOrderMark() throws IOException {
    while (limit < 3 && !exhausted) {
      fill();
    }
    if (limit >= 3
        && buffer[0] == (byte) 0xEF
        && buffer[1] == (byte) 0xBB
        && buffer[2] == (byte) 0xBF) {
      next = 3;
      afterMark = true;
    }
  }

  public byte[] buffer() {
    return buffer;
  }

  public int start() {
    return start;
  }

  public int end() {
    return end;
  }

  /** Where the line starts in the file. */
  public long offset() {
    return bufferOffset + start;
  }

  /** Lines so far; the line's number if the input began at the start of the file. */
  public long lineNumber() {
    return lineNumber;
  }

  /** Whether every line so far had its line end. */
  public boolean isTerminated() {
    return terminated;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
