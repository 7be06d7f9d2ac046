/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import com.fasterxml.jackson.core.io.NumberInput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Reads the plain majority of JSON lines straight from their bytes: one object, known fields,
 * values of the columns' types, no escapes. Whatever is not plain it leaves to {@link
 * JsonRecordParser}; what it accepts, both read alike.
 */
final class JsonLineScanner {
  private static final double[] POWERS_OF_TEN = new double[23];
  private static final long EXACT_IN_DOUBLE = 1L << 53;
  private static final int MOST_DIGITS = 18;

  static {
    double power = 1;
    for (int i = 0; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = power;
      power *= 10;
    }
  }

  private final JsonColumns columns;
  private final DataType[] types;
  private final ValueKind[] kinds;
  private final byte[][] names;
  private final @Nullable JsonRecordParser nested;
  private final @Nullable IsoTimes times;
  private final Map<Utf8Key, Integer> positions = new HashMap<>();
  private final Utf8Key probe = new Utf8Key(new byte[0], 0, 0);
  private int[] expected = new int[16];

  private byte[] bytes = new byte[0];
  private int end;
  private int at;

  // The number that was scanned last: digits without point, count of digits after the point.
  private long digits;
  private int scale;
  private boolean negative;
  private boolean integral;
  private boolean simple;

  /**
   * @param nested reads nested values; without it lines that have any are not plain
   * @param times reads dates and times; without it lines that have any are not plain
   */
  JsonLineScanner(
      StructType schema,
      JsonColumns columns,
      @Nullable JsonRecordParser nested,
      @Nullable IsoTimes times) {
    this.columns = columns;
    this.nested = nested;
    this.times = times;
    types = new DataType[columns.size()];
    kinds = new ValueKind[columns.size()];
    names = new byte[columns.size()][];
    Arrays.fill(expected, -1);
    for (int i = 0; i < types.length; i++) {
      types[i] = schema.fields()[i].dataType();
      kinds[i] = columns.type(i).kind();
      names[i] = columns.nameUtf8(i);
      if (columns.position(schema.fields()[i].name()) == i) {
        positions.put(new Utf8Key(names[i], 0, names[i].length), i);
      }
    }
  }

  /** Reads one line into the row, or returns false with the row in no certain state. */
  boolean scan(byte[] line, int from, int to, RowBuffer row) throws IOException {
    bytes = line;
    end = to;
    at = from;
    row.clear();
    skipBlanks();
    if (at >= end || bytes[at] != '{') {
      return false;
    }
    at++;
    skipBlanks();
    if (at < end && bytes[at] == '}') {
      at++;
    } else if (!scanFields(row)) {
      return false;
    }
    skipBlanks();
    return at == end;
  }

  private boolean scanFields(RowBuffer row) throws IOException {
    for (int field = 0; ; field++) {
      if (at >= end || bytes[at] != '"') {
        return false;
      }
      int nameStart = ++at;
      int column = expectedColumn(field);
      if (column < 0) {
        column = findColumn(field, nameStart);
        if (column < 0) {
          return false;
        }
      }
      skipBlanks();
      if (at >= end || bytes[at] != ':') {
        return false;
      }
      at++;
      skipBlanks();
      if (at >= end || !scanValue(column, row)) {
        return false;
      }
      skipBlanks();
      if (at >= end) {
        return false;
      }
      byte separator = bytes[at++];
      if (separator == '}') {
        return true;
      }
      if (separator != ',') {
        return false;
      }
      skipBlanks();
    }
  }

  /** The column that stood here in the line before, if its name stands here again. */
  private int expectedColumn(int field) {
    if (field >= expected.length) {
      expected = Arrays.copyOf(expected, field * 2);
      Arrays.fill(expected, field, field * 2, -1);
    }
    int column = expected[field];
    if (column < 0) {
      return -1;
    }
    byte[] name = names[column];
    int after = at + name.length;
    if (after >= end
        || bytes[after] != '"'
        || !Arrays.equals(bytes, at, after, name, 0, name.length)) {
      return -1;
    }
    at = after + 1;
    return column;
  }

  private int findColumn(int field, int nameStart) {
    if (!scanText()) {
      return -1;
    }
    Integer found = positions.get(probe.at(bytes, nameStart, at - 1 - nameStart));
    if (found == null) {
      return -1;
    }
    expected[field] = found;
    return found;
  }

  /** Moves behind the closing quote of a text without escapes. */
  private boolean scanText() {
    byte[] line = bytes;
    int stop = end;
    int i = at;
    while (i < stop) {
      byte b = line[i];
      if (b == '"') {
        at = i + 1;
        return true;
      }
      if (b < 0) {
        i = Utf8.next(line, i, stop);
        if (i < 0) {
          return false;
        }
        continue;
      }
      if (b < 0x20 || b == '\\') {
        return false;
      }
      i++;
    }
    return false;
  }

  private boolean scanValue(int column, RowBuffer row) throws IOException {
    switch (bytes[at]) {
      case '"' -> {
        int start = ++at;
        return scanText()
            && (!columns.isWanted(column) || putText(column, start, at - 1 - start, row));
      }
      case 't' -> {
        return scanWord("true") && putBoolean(column, true, row);
      }
      case 'f' -> {
        return scanWord("false") && putBoolean(column, false, row);
      }
      case 'n' -> {
        row.putNull(column);
        return scanWord("null");
      }
      case '{', '[' -> {
        return scanNested(column, row);
      }
      default -> {
        int start = at;
        return scanNumber() && (!columns.isWanted(column) || putNumber(column, start, row));
      }
    }
  }

  private boolean scanWord(String word) {
    if (end - at <= word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (bytes[at + i] != word.charAt(i)) {
        return false;
      }
    }
    at += word.length();
    byte next = bytes[at];
    return next == ',' || next == '}' || next == ' ';
  }

  private boolean putBoolean(int column, boolean value, RowBuffer row) {
    if (!columns.isWanted(column)) {
      return true;
    }
    if (kinds[column] == ValueKind.BOOLEAN) {
      row.putBits(column, value ? 1 : 0);
      return true;
    }
    return false;
  }

  private boolean putText(int column, int start, int length, RowBuffer row) {
    ValueKind kind = kinds[column];
    if (kind == ValueKind.STRING) {
      row.putText(column, bytes, start, length);
      return true;
    }
    if (times == null) {
      return false;
    }
    long value =
        switch (kind) {
          case DATE -> times.date(bytes, start, length);
          case TIMESTAMP -> times.timestamp(bytes, start, length);
          case TIMESTAMP_NTZ -> times.timestampNtz(bytes, start, length);
          default -> IsoTimes.NOT_PLAIN;
        };
    if (value == IsoTimes.NOT_PLAIN) {
      return false;
    }
    row.putBits(column, value);
    return true;
  }

  /** A number by JSON's grammar; at most 18 digits make it simple. */
  private boolean scanNumber() {
    byte[] line = bytes;
    int stop = end;
    int i = at;
    negative = line[i] == '-';
    if (negative) {
      i++;
    }
    int first = i;
    long value = 0;
    while (i < stop && line[i] >= '0' && line[i] <= '9') {
      value = value * 10 + (line[i] - '0');
      i++;
    }
    int count = i - first;
    if (count == 0 || (count > 1 && line[first] == '0')) {
      return false;
    }
    integral = true;
    scale = 0;
    if (i < stop && line[i] == '.') {
      integral = false;
      int point = ++i;
      while (i < stop && line[i] >= '0' && line[i] <= '9') {
        value = value * 10 + (line[i] - '0');
        i++;
      }
      scale = i - point;
      if (scale == 0) {
        return false;
      }
    }
    simple = count + scale <= MOST_DIGITS;
    digits = value;
    if (i < stop && (line[i] == 'e' || line[i] == 'E')) {
      return false;
    }
    at = i;
    return i < stop && (line[i] == ',' || line[i] == '}' || line[i] == ' ') && count + scale < 100;
  }

  private boolean putNumber(int column, int start, RowBuffer row) {
    ValueKind kind = kinds[column];
    if (kind == ValueKind.STRING) {
      row.putText(column, bytes, start, at - start);
      return true;
    }
    if (kind == ValueKind.DOUBLE && (simple || !integral) && !(digits == 0 && negative)) {
      row.putBits(column, Double.doubleToRawLongBits(doubleValue(start)));
      return true;
    }
    if (!simple) {
      return false;
    }
    long value = negative ? -digits : digits;
    return switch (kind) {
      case LONG -> putWhole(column, value, Long.MIN_VALUE, Long.MAX_VALUE, row);
      case INT -> putWhole(column, value, Integer.MIN_VALUE, Integer.MAX_VALUE, row);
      case SHORT -> putWhole(column, value, Short.MIN_VALUE, Short.MAX_VALUE, row);
      case BYTE -> putWhole(column, value, Byte.MIN_VALUE, Byte.MAX_VALUE, row);
      case DECIMAL -> putDecimal(column, value, row);
      default -> false;
    };
  }

  private double doubleValue(int start) {
    if (simple && digits < EXACT_IN_DOUBLE && scale < POWERS_OF_TEN.length) {
      // Both numbers are exact, so that one division rounds correctly.
      double value = digits / POWERS_OF_TEN[scale];
      return negative ? -value : value;
    }
    return NumberInput.parseDouble(
        new String(bytes, start, at - start, StandardCharsets.ISO_8859_1), true);
  }

  private boolean putWhole(int column, long value, long least, long most, RowBuffer row) {
    if (!integral || value < least || value > most) {
      return false;
    }
    row.putBits(column, value);
    return true;
  }

  private boolean putDecimal(int column, long value, RowBuffer row) {
    DecimalType type = (DecimalType) types[column];
    BigDecimal decimal =
        BigDecimal.valueOf(value, scale).setScale(type.scale(), RoundingMode.HALF_UP);
    if (decimal.precision() > type.precision()) {
      return false;
    }
    row.putDecimal(column, decimal);
    return true;
  }

  private boolean scanNested(int column, RowBuffer row) throws IOException {
    int start = at;
    JsonRecordParser reader = nested;
    if (reader == null || !columns.isWanted(column) || kinds[column] != ValueKind.NESTED) {
      return false;
    }
    int depth = 0;
    do {
      if (at >= end) {
        return false;
      }
      byte b = bytes[at++];
      if (b == '"') {
        if (!scanQuoted()) {
          return false;
        }
      } else if (b == '{' || b == '[') {
        depth++;
      } else if (b == '}' || b == ']') {
        depth--;
      } else if (b == '\'' || b == '/' || b == '#') {
        return false;
      }
    } while (depth > 0);
    byte[] value = reader.nestedValue(column, Arrays.copyOfRange(bytes, start, at));
    if (value == null) {
      return false;
    }
    row.putText(column, value);
    return true;
  }

  /** Moves behind the closing quote of any text. */
  private boolean scanQuoted() {
    while (at < end) {
      byte b = bytes[at++];
      if (b == '"') {
        return true;
      }
      if (b == '\\') {
        at++;
      }
    }
    return false;
  }

  private void skipBlanks() {
    while (at < end && (bytes[at] == ' ' || bytes[at] == '\t')) {
      at++;
    }
  }
}
