/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.csv;

import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.text.IsoTimes;
import io.lakeward.autoloader.text.Utf8;
import io.lakeward.autoloader.text.ValueKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;

/**
 * Reads the plain majority of CSV values straight from their bytes. Whatever is not plain it leaves
 * to Spark's converters; what it reads, both read alike.
 */
public final class CsvPlainValues {
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
  private static final byte[] YEAR_0 = {'0', '0', '0', '0'};
  private static final int MOST_DIGITS = 18;
  private static final int MOST_FLOAT_DIGITS = 10;
  private static final long EXACT_IN_FLOAT = 1L << 24;
  private static final long EXACT_IN_DOUBLE = 1L << 53;
  private static final double[] POWERS_OF_TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18
  };

  private final ValueKind[] kinds;
  private final DataType[] types;
  private final IsoTimes times;
  private final byte[] nullValue;
  private final boolean numbers;

  public CsvPlainValues(StructType schema, CSVOptions options) {
    kinds = new ValueKind[schema.length()];
    types = new DataType[schema.length()];
    for (int i = 0; i < kinds.length; i++) {
      types[i] = schema.fields()[i].dataType();
      ValueKind kind = ValueKind.of(types[i]);
      kinds[i] = kind == null ? ValueKind.NULL : kind;
    }
    boolean plainDates =
        options.dateFormatInRead().isEmpty()
            || options.dateFormatInRead().get().equals("yyyy-MM-dd");
    times =
        new IsoTimes(
            ZoneId.of(options.zoneId().getId()),
            plainDates,
            options.timestampFormatInRead().isEmpty()
                && options.timestampNTZFormatInRead().isEmpty());
    nullValue = options.nullValue().getBytes(StandardCharsets.UTF_8);
    // Someone may write not-a-number as a number.
    numbers =
        List.of(options.nanValue(), options.positiveInf(), options.negativeInf()).stream()
            .noneMatch(word -> word.matches("[-0-9.]*"));
  }

  /** Whether any values of the column's type are plain. */
  boolean areReadable(int column) {
    return switch (kinds[column]) {
      case BINARY, NESTED, VARIANT, NULL -> false;
      default -> true;
    };
  }

  /** Puts a value; false if it is not plain, and then nothing is put. */
  boolean put(int column, byte[] line, int start, int end, RowBuffer row) {
    return (kinds[column] != ValueKind.STRING || isValid(line, start, end))
        && putValid(column, line, start, end, row);
  }

  /** The same for a value that is known to be valid UTF-8. */
  boolean putValid(int column, byte[] line, int start, int end, RowBuffer row) {
    if (start == end) {
      return false;
    }
    if (nullValue.length == end - start
        && Arrays.equals(nullValue, 0, nullValue.length, line, start, end)) {
      row.putNull(column);
      return true;
    }
    return switch (kinds[column]) {
      case STRING -> {
        row.putText(column, line, start, end - start);
        yield true;
      }
      case BYTE -> whole(column, line, start, end, Byte.MIN_VALUE, Byte.MAX_VALUE, row);
      case SHORT -> whole(column, line, start, end, Short.MIN_VALUE, Short.MAX_VALUE, row);
      case INT -> whole(column, line, start, end, Integer.MIN_VALUE, Integer.MAX_VALUE, row);
      case LONG -> whole(column, line, start, end, Long.MIN_VALUE, Long.MAX_VALUE, row);
      case FLOAT, DOUBLE, DECIMAL -> decimal(column, line, start, end, row);
      case BOOLEAN -> truth(column, line, start, end, row);
      case DATE -> time(column, line, start, times.date(line, start, end - start), row);
      case TIMESTAMP -> time(column, line, start, times.timestamp(line, start, end - start), row);
      case TIMESTAMP_NTZ ->
          time(column, line, start, times.timestampNtz(line, start, end - start), row);
      default -> false;
    };
  }

  private static boolean isValid(byte[] line, int start, int end) {
    for (int i = start; i < end; ) {
      if (line[i] >= 0) {
        i++;
      } else {
        i = Utf8.next(line, i, end);
        if (i < 0) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean whole(
      int column, byte[] line, int start, int end, long least, long most, RowBuffer row) {
    boolean negative = line[start] == '-';
    int first = negative ? start + 1 : start;
    if (first == end || end - first > MOST_DIGITS) {
      return false;
    }
    long value = 0;
    for (int i = first; i < end; i++) {
      int digit = line[i] - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      value = value * 10 + digit;
    }
    value = negative ? -value : value;
    if (value < least || value > most) {
      return false;
    }
    row.putBits(column, value);
    return true;
  }

  private boolean decimal(int column, byte[] line, int start, int end, RowBuffer row) {
    boolean negative = line[start] == '-';
    int first = negative ? start + 1 : start;
    int point = -1;
    long value = 0;
    for (int i = first; i < end; i++) {
      int digit = line[i] - '0';
      if (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
      } else if (line[i] == '.' && point < 0 && i > first) {
        point = i;
      } else {
        return false;
      }
    }
    int count = end - first - (point < 0 ? 0 : 1);
    int scale = point < 0 ? 0 : end - point - 1;
    if (count == 0 || count > MOST_DIGITS || (point >= 0 && scale == 0) || !numbers) {
      return false;
    }
    if (kinds[column] == ValueKind.DECIMAL) {
      return exact(column, negative ? -value : value, scale, row);
    }
    // Both numbers are exact, so that one division rounds correctly.
    if (kinds[column] == ValueKind.FLOAT) {
      if (value >= EXACT_IN_FLOAT || scale > MOST_FLOAT_DIGITS) {
        return false;
      }
      float number = value / (float) POWERS_OF_TEN[scale];
      row.putBits(column, Float.floatToRawIntBits(negative ? -number : number));
      return true;
    }
    if (value >= EXACT_IN_DOUBLE) {
      return false;
    }
    double number = value / POWERS_OF_TEN[scale];
    row.putBits(column, Double.doubleToRawLongBits(negative ? -number : number));
    return true;
  }

  private boolean exact(int column, long value, int scale, RowBuffer row) {
    DecimalType type = (DecimalType) types[column];
    BigDecimal decimal =
        BigDecimal.valueOf(value, scale).setScale(type.scale(), RoundingMode.HALF_UP);
    if (decimal.precision() > type.precision()) {
      return false;
    }
    row.putDecimal(column, decimal);
    return true;
  }

  private static boolean truth(int column, byte[] line, int start, int end, RowBuffer row) {
    boolean yes = is(TRUE, line, start, end);
    if (!yes && !is(FALSE, line, start, end)) {
      return false;
    }
    row.putBits(column, yes ? 1 : 0);
    return true;
  }

  private static boolean is(byte[] word, byte[] line, int start, int end) {
    if (end - start != word.length) {
      return false;
    }
    for (int i = 0; i < word.length; i++) {
      if (line[start + i] != word[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean time(int column, byte[] line, int start, long value, RowBuffer row) {
    // Formats do not agree on the year 0.
    if (value == IsoTimes.NOT_PLAIN || is(YEAR_0, line, start, start + 4)) {
      return false;
    }
    row.putBits(column, value);
    return true;
  }
}
