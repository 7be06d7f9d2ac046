/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file's statistics in the form in which Delta's readers skip files by them. A bound may
 * be too wide, never too narrow: what cannot be told exactly is rounded outwards or left out.
 */
final class StatisticsJson {
  /** Delta's own limit for strings. */
  private static final int LONGEST_STRING = 32;

  private static final DateTimeFormatter MILLISECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT);

  private StatisticsJson() {}

  static String write(NewDataFile file) {
    ObjectNode json = LogActions.object();
    json.put("numRecords", file.numRecords());
    if (file.statistics().isPresent()) {
      ObjectNode min = json.putObject("minValues");
      ObjectNode max = json.putObject("maxValues");
      ObjectNode nulls = json.putObject("nullCount");
      for (ColumnStatistics column : file.statistics().get().columns()) {
        // NaN is the largest double to Spark but not to every engine that measures files, so the
        // lower bound of a column whose upper bound is unknown is of no use either.
        if (!isNaN(column.min().orElse(null)) && !isNaN(column.max().orElse(null))) {
          putBound(min, column.column(), column.min().orElse(null), Bound.LOWER);
          putBound(max, column.column(), column.max().orElse(null), Bound.UPPER);
        }
        column.nullCount().ifPresent(n -> parentOf(nulls, column.column()).put(last(column), n));
      }
    }
    return JsonTrees.text(json);
  }

  /** Those of a file of which rows are deleted: its values may lie within narrower bounds. */
  static String withDeletedRows(String statistics) throws IOException {
    if (JsonTrees.findLong(statistics, "numRecords").isEmpty()) {
      throw new IllegalArgumentException("rows of a file without statistics cannot be deleted");
    }
    return JsonTrees.withFalse(statistics, "tightBounds");
  }

  private enum Bound {
    LOWER,
    UPPER
  }

  private static boolean isNaN(@Nullable Object value) {
    return (value instanceof Double d && d.isNaN()) || (value instanceof Float f && f.isNaN());
  }

  private static void putBound(
      ObjectNode bounds, List<String> column, @Nullable Object value, Bound bound) {
    String name = column.get(column.size() - 1);
    if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
      parentOf(bounds, column).put(name, ((Number) value).intValue());
    } else if (value instanceof Long number) {
      parentOf(bounds, column).put(name, number);
    } else if (value instanceof Float number && !number.isInfinite()) {
      parentOf(bounds, column).put(name, zeroOutwards(number, bound));
    } else if (value instanceof Double number && !number.isInfinite()) {
      parentOf(bounds, column).put(name, zeroOutwards(number, bound));
    } else if (value instanceof BigDecimal number) {
      parentOf(bounds, column).put(name, number);
    } else {
      String text = textBound(value, bound);
      if (text != null) {
        parentOf(bounds, column).put(name, text);
      }
    }
  }

  /** Engines differ in whether -0.0 equals 0.0; a bound has to hold for both. */
  private static double zeroOutwards(double value, Bound bound) {
    return value != 0 ? value : bound == Bound.LOWER ? -0.0 : 0.0;
  }

  private static float zeroOutwards(float value, Bound bound) {
    return value != 0 ? value : bound == Bound.LOWER ? -0.0f : 0.0f;
  }

  private static @Nullable String textBound(@Nullable Object value, Bound bound) {
    if (value instanceof String text) {
      return bound == Bound.LOWER ? shortened(text) : shortenedUpwards(text);
    }
    if (value instanceof LocalDate date) {
      return hasFourDigitYear(date) ? date.toString() : null;
    }
    if (value instanceof Instant instant) {
      LocalDateTime utc = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
      String text = textBound(utc, bound);
      return text == null ? null : text + "Z";
    }
    if (value instanceof LocalDateTime time) {
      LocalDateTime rounded = time.truncatedTo(ChronoUnit.MILLIS);
      if (bound == Bound.UPPER && !rounded.equals(time)) {
        rounded = rounded.plus(1, ChronoUnit.MILLIS);
      }
      return hasFourDigitYear(rounded.toLocalDate()) ? MILLISECONDS.format(rounded) : null;
    }
    return null;
  }

  /** Readers parse years of four digits only. */
  private static boolean hasFourDigitYear(LocalDate date) {
    return date.getYear() >= 0 && date.getYear() <= 9999;
  }

  private static String shortened(String text) {
    return text.codePointCount(0, text.length()) <= LONGEST_STRING
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST_STRING));
  }

  /**
   * A prefix with one character more that is greater than the one that was cut off, so that the
   * result is greater than the text in the order of UTF-8 bytes.
   */
  private static String shortenedUpwards(String text) {
    if (text.codePointCount(0, text.length()) <= LONGEST_STRING) {
      return text;
    }
    int end = text.offsetByCodePoints(0, LONGEST_STRING);
    while (end < text.length()) {
      int next = text.codePointAt(end);
      if (next < 0x7F) {
        return text.substring(0, end) + '\u007F';
      }
      if (next < Character.MAX_CODE_POINT) {
        return text.substring(0, end) + Character.toString(Character.MAX_CODE_POINT);
      }
      end += Character.charCount(next);
    }
    return text;
  }

  private static ObjectNode parentOf(ObjectNode root, List<String> column) {
    ObjectNode parent = root;
    for (String name : column.subList(0, column.size() - 1)) {
      parent = parent.withObjectProperty(name);
    }
    return parent;
  }

  private static String last(ColumnStatistics column) {
    return column.column().get(column.column().size() - 1);
  }
}
