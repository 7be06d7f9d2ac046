/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import com.fasterxml.jackson.core.io.NumberInput;
import io.lakeward.autoloader.rows.DocumentInput;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.text.IsoTimes;
import io.lakeward.autoloader.text.PlainText;
import io.lakeward.autoloader.text.ValueKind;
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
 *
 * <p>Positions are handed from method to method, and texts are looked at eight bytes at a time:
 * most of the time of reading JSON is spent here.
 */
public final class JsonLineScanner {
  /** The line is not plain. */
  static final int NOT_PLAIN = -1;

  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};
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

  private final DataType[] types;
  private final ValueKind[] kinds;
  private final boolean[] wanted;
  private final ByteRun[] names;
  private final @Nullable JsonRecordParser nested;
  private final @Nullable IsoTimes times;
  private final Map<Utf8Key, Integer> positions = new HashMap<>();
  private final Utf8Key probe = new Utf8Key(new byte[0], 0, 0);
  private int[] expected = new int[16];
  private int fillsAtScan = -1;

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
  public JsonLineScanner(
      StructType schema,
      JsonColumns columns,
      @Nullable JsonRecordParser nested,
      @Nullable IsoTimes times) {
    this.nested = nested;
    this.times = times;
    types = new DataType[columns.size()];
    kinds = new ValueKind[columns.size()];
    wanted = new boolean[columns.size()];
    names = new ByteRun[columns.size()];
    Arrays.fill(expected, -1);
    for (int i = 0; i < types.length; i++) {
      types[i] = schema.fields()[i].dataType();
      kinds[i] = columns.type(i).kind();
      wanted[i] = columns.isWanted(i);
      byte[] name = columns.nameUtf8(i);
      names[i] = ByteRun.of(name, "\":");
      boolean isPlain = PlainText.end(names[i].bytes(), 0, names[i].length()) == name.length;
      if (isPlain && columns.position(schema.fields()[i].name()) == i) {
        positions.put(new Utf8Key(name, 0, name.length), i);
      }
    }
  }

  /** Moves to the next line if it is plain, finding its end on the way; false leaves it. */
  boolean scanNext(DocumentInput documents, @Nullable RowBuffer row) throws IOException {
    int from = documents.peek();
    fillsAtScan = from < 0 ? -1 : documents.fills();
    return from >= 0 && documents.accept(scan(documents.bytes(), from, documents.limit(), row));
  }

  /** Reads the line that {@link #scanNext} has left, if it could not see all of it. */
  boolean scanCurrent(DocumentInput documents, @Nullable RowBuffer row) throws IOException {
    int to = documents.end();
    return documents.isLine()
        && documents.fills() != fillsAtScan
        && scan(documents.bytes(), documents.start(), to, row) == to;
  }

  /**
   * Reads the object that starts at {@code from}.
   *
   * @param to the object ends before it, or the line is not plain
   * @param row takes the values; without it they are only compared with the columns' types
   * @return the position after the object and the blanks that follow it, or {@link #NOT_PLAIN}, and
   *     then the row is in no certain state
   */
  int scan(byte[] line, int from, int to, @Nullable RowBuffer row) throws IOException {
    if (row != null) {
      row.clear();
    }
    int at = skipBlanks(line, from, to);
    if (at >= to || line[at] != '{') {
      return NOT_PLAIN;
    }
    at = skipBlanks(line, at + 1, to);
    if (at < to && line[at] == '}') {
      at++;
    } else {
      at = scanFields(line, at, to, row);
    }
    return at < 0 ? NOT_PLAIN : skipBlanks(line, at, to);
  }

  private int scanFields(byte[] line, int from, int to, @Nullable RowBuffer row)
      throws IOException {
    int at = from;
    for (int field = 0; ; field++) {
      if (at >= to || line[at] != '"') {
        return NOT_PLAIN;
      }
      at++;
      int column = expectedColumn(field);
      if (column >= 0 && names[column].isAt(line, at, to)) {
        at += names[column].length();
      } else {
        int nameEnd = PlainText.end(line, at, to);
        if (nameEnd < 0) {
          return NOT_PLAIN;
        }
        column = findColumn(field, line, at, nameEnd);
        at = skipBlanks(line, nameEnd + 1, to);
        if (column < 0 || at >= to || line[at] != ':') {
          return NOT_PLAIN;
        }
        at++;
      }
      // Mostly there are no blanks, and each call has its price.
      if (at < to && line[at] <= ' ') {
        at = skipBlanks(line, at, to);
      }
      if (at >= to) {
        return NOT_PLAIN;
      }
      at = scanValue(column, line, at, to, row);
      if (at < 0) {
        return NOT_PLAIN;
      }
      if (at < to && line[at] <= ' ') {
        at = skipBlanks(line, at, to);
      }
      if (at >= to) {
        return NOT_PLAIN;
      }
      byte separator = line[at++];
      if (separator == '}') {
        return at;
      }
      if (separator != ',') {
        return NOT_PLAIN;
      }
      if (at < to && line[at] <= ' ') {
        at = skipBlanks(line, at, to);
      }
    }
  }

  /** The column that stood here in the line before, or -1. */
  private int expectedColumn(int field) {
    if (field >= expected.length) {
      expected = Arrays.copyOf(expected, field * 2);
      Arrays.fill(expected, field, field * 2, -1);
    }
    return expected[field];
  }

  private int findColumn(int field, byte[] line, int start, int end) {
    Integer found = positions.get(probe.at(line, start, end - start));
    if (found == null) {
      return -1;
    }
    expected[field] = found;
    return found;
  }

  /** Gives the position after the value. */
  private int scanValue(int column, byte[] line, int at, int to, @Nullable RowBuffer row)
      throws IOException {
    byte first = line[at];
    if (first == '"') {
      int start = at + 1;
      int end = PlainText.end(line, start, to);
      boolean isTaken =
          end >= 0 && (!wanted[column] || putText(column, line, start, end - start, row));
      return isTaken ? end + 1 : NOT_PLAIN;
    }
    if (first <= '9') {
      int end = scanNumber(line, at, to);
      boolean isTaken = end >= 0 && (!wanted[column] || putNumber(column, line, at, end, row));
      return isTaken ? end : NOT_PLAIN;
    }
    return switch (first) {
      case 't' -> putBoolean(column, true, row) ? wordEnd(TRUE, line, at, to) : NOT_PLAIN;
      case 'f' -> putBoolean(column, false, row) ? wordEnd(FALSE, line, at, to) : NOT_PLAIN;
      case 'n' -> {
        if (row != null) {
          row.putNull(column);
        }
        yield wordEnd(NULL, line, at, to);
      }
      case '{', '[' -> scanNested(column, line, at, to, row);
      default -> NOT_PLAIN;
    };
  }

  private static int wordEnd(byte[] word, byte[] line, int at, int to) {
    if (to - at <= word.length) {
      return NOT_PLAIN;
    }
    for (int i = 0; i < word.length; i++) {
      if (line[at + i] != word[i]) {
        return NOT_PLAIN;
      }
    }
    int end = at + word.length;
    return isValueEnd(line[end]) ? end : NOT_PLAIN;
  }

  private static boolean isValueEnd(byte next) {
    return next == ',' || next == '}' || next == ' ';
  }

  private boolean putBoolean(int column, boolean value, @Nullable RowBuffer row) {
    if (!wanted[column]) {
      return true;
    }
    if (kinds[column] != ValueKind.BOOLEAN) {
      return false;
    }
    if (row != null) {
      row.putBits(column, value ? 1 : 0);
    }
    return true;
  }

  private boolean putText(int column, byte[] line, int start, int length, @Nullable RowBuffer row) {
    ValueKind kind = kinds[column];
    if (kind == ValueKind.STRING) {
      if (row != null) {
        row.putText(column, line, start, length);
      }
      return true;
    }
    if (times == null) {
      return false;
    }
    long value =
        switch (kind) {
          case DATE -> times.date(line, start, length);
          case TIMESTAMP -> times.timestamp(line, start, length);
          case TIMESTAMP_NTZ -> times.timestampNtz(line, start, length);
          default -> IsoTimes.NOT_PLAIN;
        };
    if (value == IsoTimes.NOT_PLAIN) {
      return false;
    }
    if (row != null) {
      row.putBits(column, value);
    }
    return true;
  }

  /** Reads a number by JSON's grammar, of which at most 18 digits make a simple one. */
  private int scanNumber(byte[] line, int start, int to) {
    int i = start;
    negative = line[i] == '-';
    if (negative) {
      i++;
    }
    int first = i;
    long value = 0;
    while (i < to && line[i] >= '0' && line[i] <= '9') {
      value = value * 10 + (line[i] - '0');
      i++;
    }
    int count = i - first;
    if (count == 0 || (count > 1 && line[first] == '0')) {
      return NOT_PLAIN;
    }
    integral = true;
    scale = 0;
    if (i < to && line[i] == '.') {
      integral = false;
      int point = ++i;
      while (i < to && line[i] >= '0' && line[i] <= '9') {
        value = value * 10 + (line[i] - '0');
        i++;
      }
      scale = i - point;
      if (scale == 0) {
        return NOT_PLAIN;
      }
    }
    simple = count + scale <= MOST_DIGITS;
    digits = value;
    return i < to && isValueEnd(line[i]) && count + scale < 100 ? i : NOT_PLAIN;
  }

  private boolean putNumber(int column, byte[] line, int start, int end, @Nullable RowBuffer row) {
    ValueKind kind = kinds[column];
    if (kind == ValueKind.STRING) {
      if (row != null) {
        row.putText(column, line, start, end - start);
      }
      return true;
    }
    if (kind == ValueKind.DOUBLE && (simple || !integral) && !(digits == 0 && negative)) {
      if (row != null) {
        row.putBits(column, Double.doubleToRawLongBits(doubleValue(line, start, end)));
      }
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

  private double doubleValue(byte[] line, int start, int end) {
    if (simple && digits < EXACT_IN_DOUBLE && scale < POWERS_OF_TEN.length) {
      // Both numbers are exact, so that one division rounds correctly.
      double value = digits / POWERS_OF_TEN[scale];
      return negative ? -value : value;
    }
    return NumberInput.parseDouble(
        new String(line, start, end - start, StandardCharsets.ISO_8859_1), true);
  }

  private boolean putWhole(int column, long value, long least, long most, @Nullable RowBuffer row) {
    if (!integral || value < least || value > most) {
      return false;
    }
    if (row != null) {
      row.putBits(column, value);
    }
    return true;
  }

  private boolean putDecimal(int column, long value, @Nullable RowBuffer row) {
    DecimalType type = (DecimalType) types[column];
    BigDecimal decimal =
        BigDecimal.valueOf(value, scale).setScale(type.scale(), RoundingMode.HALF_UP);
    if (decimal.precision() > type.precision()) {
      return false;
    }
    if (row != null) {
      row.putDecimal(column, decimal);
    }
    return true;
  }

  private int scanNested(int column, byte[] line, int start, int to, @Nullable RowBuffer row)
      throws IOException {
    JsonRecordParser reader = nested;
    if (reader == null || row == null || !wanted[column] || kinds[column] != ValueKind.NESTED) {
      return NOT_PLAIN;
    }
    int at = start;
    int depth = 0;
    do {
      if (at >= to) {
        return NOT_PLAIN;
      }
      byte b = line[at++];
      if (b == '"') {
        at = quotedEnd(line, at, to);
        if (at < 0) {
          return NOT_PLAIN;
        }
      } else if (b == '{' || b == '[') {
        depth++;
      } else if (b == '}' || b == ']') {
        depth--;
      } else if (b == '\'' || b == '/' || b == '#' || b == '\n' || b == '\r') {
        return NOT_PLAIN;
      }
    } while (depth > 0);
    byte[] value = reader.nestedValue(column, Arrays.copyOfRange(line, start, at));
    if (value == null) {
      return NOT_PLAIN;
    }
    row.putText(column, value);
    return at;
  }

  /** The position behind the closing quote of any text that ends in this line. */
  private static int quotedEnd(byte[] line, int from, int to) {
    for (int at = from; at < to; at++) {
      byte b = line[at];
      if (b == '"') {
        return at + 1;
      }
      if (b == '\n' || b == '\r') {
        return NOT_PLAIN;
      }
      if (b == '\\') {
        at++;
      }
    }
    return NOT_PLAIN;
  }

  private static int skipBlanks(byte[] line, int from, int to) {
    int at = from;
    while (at < to && (line[at] == ' ' || line[at] == '\t')) {
      at++;
    }
    return at;
  }
}
