/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.csv;

import io.lakeward.autoloader.rows.DocumentInput;
import io.lakeward.autoloader.rows.FieldColumns;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.text.ByteWords;
import io.lakeward.autoloader.text.Utf8;
import java.io.IOException;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.unsafe.Platform;
import org.jspecify.annotations.Nullable;

/**
 * Reads the plain majority of CSV lines in one pass over their bytes, from the beginning of a line
 * whose end is not yet known: as many values as there are columns, each of its column's type or
 * empty, and quoted as a whole if at all. Any other line is left to {@link CsvRecords}; what is
 * read here, both read alike.
 */
public final class CsvLineScanner {
  private static final int NOT_PLAIN = -1;

  private final CsvPlainValues values;
  private final int[] columns;
  private final boolean[] wanted;
  private final byte delimiter;
  private final byte quote;
  private final byte escape;
  private final int comment;
  private final long delimiters;
  private final long quotes;
  private final long escapes;

  /**
   * A scanner for the lines of a file; null if options or columns leave hardly a line plain.
   *
   * @param columns for each value the column of the schema, or one of FieldColumns' constants
   * @param wanted columns of the schema whose values matter
   */
  public static @Nullable CsvLineScanner of(
      CSVOptions options, CsvPlainValues values, int[] columns, boolean[] wanted) {
    return suits(options, values, columns, wanted)
        ? new CsvLineScanner(options, values, columns, wanted)
        : null;
  }

  private CsvLineScanner(
      CSVOptions options, CsvPlainValues values, int[] columns, boolean[] wanted) {
    this.values = values;
    this.columns = columns.clone();
    this.wanted = new boolean[columns.length];
    for (int i = 0; i < columns.length; i++) {
      this.wanted[i] = columns[i] >= 0 && wanted[columns[i]];
    }
    delimiter = (byte) options.delimiter().charAt(0);
    quote = (byte) options.quote();
    escape = (byte) options.escape();
    comment = options.isCommentSet() ? options.comment() : -1;
    delimiters = ByteWords.of(delimiter);
    quotes = ByteWords.of(quote);
    escapes = ByteWords.of(escape);
  }

  private static boolean suits(
      CSVOptions options, CsvPlainValues values, int[] columns, boolean[] wanted) {
    for (int column : columns) {
      if (column == FieldColumns.UNKNOWN
          || (column >= 0 && wanted[column] && !values.areReadable(column))) {
        return false;
      }
    }
    char delimiter = options.delimiter().charAt(0);
    return ByteWords.LITTLE_ENDIAN
        && PlainCsvLine.of(options) != null
        && (delimiter >= ' ' || delimiter == '\t')
        && delimiter != options.quote()
        && columns.length > 0
        && columns.length < options.maxColumns()
        // Otherwise an empty value is not simply NULL.
        && options.nullValue().equals(options.asParserSettings().getNullValue());
  }

  /** Moves to the next line if it is plain, finding its end on the way; false leaves it. */
  boolean scanNext(DocumentInput documents, RowBuffer row) throws IOException {
    int from = documents.peek();
    return from >= 0 && documents.accept(scan(documents.bytes(), from, documents.limit(), row));
  }

  /** The end of the line's values, or NOT_PLAIN, and then the row is in no certain state. */
  private int scan(byte[] line, int from, int to, RowBuffer row) {
    byte first = line[from];
    if (first <= ' ' || first == comment) {
      return NOT_PLAIN;
    }
    row.clear();
    int last = columns.length - 1;
    int at = from;
    for (int i = 0; ; i++) {
      int end = value(i, line, at, to, row);
      if (end < 0) {
        return NOT_PLAIN;
      }
      if (i == last) {
        return line[end] == delimiter ? NOT_PLAIN : end;
      }
      if (line[end] != delimiter) {
        return NOT_PLAIN;
      }
      at = end + 1;
    }
  }

  /** The end of the value, at which a delimiter or a line end stands. */
  private int value(int i, byte[] line, int at, int to, RowBuffer row) {
    if (at < to && line[at] == quote && quote != 0) {
      return quoted(i, line, at + 1, to, row);
    }
    int end = end(line, at, to);
    if (end < 0 || end >= to || line[end] == quote) {
      return NOT_PLAIN;
    }
    if (wanted[i]) {
      int column = columns[i];
      if (end == at) {
        row.putNull(column);
      } else if (!values.putValid(column, line, at, end, row)) {
        return NOT_PLAIN;
      }
    }
    return end;
  }

  private int quoted(int i, byte[] line, int at, int to, RowBuffer row) {
    int close = end(line, at, to);
    while (close >= 0 && line[close] == delimiter) {
      // A delimiter between quotes is a part of the value.
      close = end(line, close + 1, to);
    }
    if (close < 0 || close + 1 >= to || line[close] != quote) {
      return NOT_PLAIN;
    }
    int end = close + 1;
    byte after = line[end];
    boolean isPlain = close > at && (after == delimiter || after == '\n' || after == '\r');
    return isPlain && (!wanted[i] || values.putValid(columns[i], line, at, close, row))
        ? end
        : NOT_PLAIN;
  }

  /** The next delimiter, quote or line end; NOT_PLAIN if something unusual stands before it. */
  private int end(byte[] line, int from, int to) {
    int i = from;
    while (i < to) {
      if (i + Long.BYTES <= to) {
        long word = Platform.getLong(line, Platform.BYTE_ARRAY_OFFSET + i);
        long special =
            ByteWords.marks(
                word,
                ByteWords.differences(word, delimiters)
                    | ByteWords.differences(word, quotes)
                    | ByteWords.differences(word, escapes));
        if (special == 0) {
          i += Long.BYTES;
          continue;
        }
        i += ByteWords.first(special);
      }
      byte b = line[i];
      if (b == delimiter || b == quote || b == '\n' || b == '\r') {
        return i;
      }
      if (b == escape || b == 0) {
        return NOT_PLAIN;
      }
      i = b < 0 ? Utf8.next(line, i, to) : i + 1;
      if (i < 0) {
        return NOT_PLAIN;
      }
    }
    return NOT_PLAIN;
  }
}
