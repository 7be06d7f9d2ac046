/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.text;

import org.apache.spark.unsafe.Platform;

/** Finds the end of a quoted text that holds no escapes and no control characters. */
public final class PlainText {
  private static final long QUOTES = ByteWords.of('"');
  private static final long BACKSLASHES = ByteWords.of('\\');

  private PlainText() {}

  /** The position of the closing quote, or -1 if there is none before {@code to} or none is due. */
  public static int end(byte[] line, int from, int to) {
    int i = from;
    while (i < to) {
      if (ByteWords.LITTLE_ENDIAN && i + Long.BYTES <= to) {
        long word = Platform.getLong(line, Platform.BYTE_ARRAY_OFFSET + i);
        long special =
            ByteWords.marks(
                word,
                ByteWords.differences(word, QUOTES) | ByteWords.differences(word, BACKSLASHES));
        if (special == 0) {
          i += Long.BYTES;
          continue;
        }
        i += ByteWords.first(special);
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
