/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.text;

import java.nio.ByteOrder;
import org.apache.spark.unsafe.Platform;

/** Finds the end of a quoted text that holds no escapes and no control characters. */
public final class PlainText {
  private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long BLANKS = ONES * ' ';
  // Multiplied with a word whose only bit is the lowest of byte k, its highest byte becomes k.
  private static final long BYTE_NUMBERS = 0x0001020304050607L;

  private PlainText() {}

  /** The position of the closing quote, or -1 if there is none before {@code to} or none is due. */
  public static int end(byte[] line, int from, int to) {
    int i = from;
    while (i < to) {
      if (LITTLE_ENDIAN && i + Long.BYTES <= to) {
        long word = Platform.getLong(line, Platform.BYTE_ARRAY_OFFSET + i);
        // The lowest high bit marks the first byte that is a quote, a backslash, below a blank or
        // above ASCII; bits above it may be set for no reason.
        long special =
            (((word ^ QUOTES) - ONES) | ((word ^ BACKSLASHES) - ONES) | (word - BLANKS) | word)
                & HIGHS;
        if (special == 0) {
          i += Long.BYTES;
          continue;
        }
        i += (int) ((((special & -special) >>> 7) * BYTE_NUMBERS) >>> 56);
      }
      byte b = line[i];
      if (b == '"') {
        return i;
      }
      if (b < 0) {
        i = Utf8.next(line, i, to);
        if (i < 0) {
          return -1;
        }
      } else if (b < ' ' || b == '\\') {
        return -1;
      } else {
        i++;
      }
    }
    return -1;
  }
}
