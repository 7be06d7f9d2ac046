/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.csv;

import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the plain majority of CSV lines straight from their bytes: no quote, no escape, no control
 * character. Whatever is not plain it leaves to Spark's tokenizer; what it cuts, both cut alike.
 */
public final class PlainCsvLine {
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

  /** Finds the values of a line; how many, or -1 if the line is not plain. */
  int find(byte[] line, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      byte b = line[i];
      if (b == delimiter) {
        if (count + 1 == ends.length) {
          ends = java.util.Arrays.copyOf(ends, count * 2 + 2);
        }
        ends[count++] = i;
      } else if (special[b & 0xFF]) {
        return -1;
      }
    }
    if (count >= mostColumns) {
      return -1;
    }
    ends[count] = to;
    return count + 1;
  }

  /** Where the values that were found end; each begins one byte after the end before. */
  int[] ends() {
    return ends;
  }

  /** A value as text. */
  @Nullable String token(byte[] line, int start, int end) {
    return start == end ? empty : new String(line, start, end - start, StandardCharsets.UTF_8);
  }

  /** The tokens, or null if the line is not plain. */
  @Nullable String @Nullable [] cut(byte[] line, int from, int to) {
    int count = find(line, from, to);
    if (count < 0) {
      return null;
    }
    @Nullable String[] tokens = new String[count];
    int start = from;
    for (int i = 0; i < count; i++) {
      tokens[i] = token(line, start, ends[i]);
      start = ends[i] + 1;
    }
    return tokens;
  }
}
