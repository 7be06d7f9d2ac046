/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the plain majority of CSV lines straight from their bytes: no quote, no escape, no control
 * character. Whatever is not plain it leaves to Spark's tokenizer; what it cuts, both cut alike.
 */
final class PlainCsvLine {
  private final byte delimiter;
  private final boolean[] special = new boolean[256];
  private final @Nullable String empty;
  private final int mostColumns;
  private int[] ends = new int[64];

  private PlainCsvLine(CSVOptions options) {
    delimiter = (byte) options.delimiter().charAt(0);
    // Here also because the tokenizer would take them for its own marks.
    special['\0'] = true;
    special['\n'] = true;
    special['\r'] = true;
    special[options.quote()] = true;
    special[options.escape()] = true;
    empty = options.asParserSettings().getNullValue();
    mostColumns = options.maxColumns();
  }

  /** Null if the options leave no line plain. */
  static @Nullable PlainCsvLine of(CSVOptions options) {
    boolean suits =
        options.delimiter().length() == 1
            && options.delimiter().charAt(0) < 128
            && options.quote() < 128
            && options.escape() < 128
            && !options.ignoreLeadingWhiteSpaceInRead()
            && !options.ignoreTrailingWhiteSpaceInRead()
            && options.maxCharsPerColumn() == -1;
    return suits ? new PlainCsvLine(options) : null;
  }

  /** The tokens, or null if the line is not plain. */
  @Nullable String @Nullable [] cut(byte[] line, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      byte b = line[i];
      if (b == delimiter) {
        if (count == ends.length) {
          ends = java.util.Arrays.copyOf(ends, count * 2);
        }
        ends[count++] = i;
      } else if (special[b & 0xFF]) {
        return null;
      }
    }
    if (count >= mostColumns) {
      return null;
    }
    @Nullable String[] tokens = new String[count + 1];
    int start = from;
    for (int i = 0; i <= count; i++) {
      int end = i == count ? to : ends[i];
      tokens[i] =
          start == end ? empty : new String(line, start, end - start, StandardCharsets.UTF_8);
      start = end + 1;
    }
    return tokens;
  }
}
