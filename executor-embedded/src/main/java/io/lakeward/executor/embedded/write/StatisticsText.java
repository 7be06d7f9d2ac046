/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Values in DuckDB's reports on files. A bound that cannot be read for sure is left out, since a
 * wrong one would hide rows. That goes for floating-point numbers, which are reported rounded, and
 * for long texts; {@link MissingBounds} looks for those.
 */
final class StatisticsText {
  /** Longer texts may have been cut. */
  private static final int LONGEST_CERTAIN = 32;

  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
          .toFormatter(Locale.ROOT);

  private StatisticsText() {}

  /** {@code "a"."b""c"} becomes a, b"c. */
  static List<String> path(String quoted) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean inside = false;
    for (int i = 0; i < quoted.length(); i++) {
      char c = quoted.charAt(i);
      if (c != '"') {
        if (inside) {
          part.append(c);
        }
      } else if (inside && i + 1 < quoted.length() && quoted.charAt(i + 1) == '"') {
        part.append('"');
        i++;
      } else {
        if (inside) {
          parts.add(part.toString());
          part.setLength(0);
        }
        inside = !inside;
      }
    }
    return parts;
  }

  /** The type of a column that is reached through structs alone. */
  static Optional<DataType> leafType(List<String> path, StructType schema) {
    DataType type = schema;
    for (String name : path) {
      DataType found = null;
      if (type instanceof StructType struct) {
        for (StructField field : struct.fields()) {
          if (field.name().equals(name)) {
            found = field.dataType();
          }
        }
      }
      if (found == null) {
        return Optional.empty();
      }
      type = found;
    }
    return Optional.of(type);
  }

  static Optional<Object> bound(@Nullable String text, DataType type) {
    if (text != null && type instanceof StringType) {
      return text.length() <= LONGEST_CERTAIN ? Optional.of(text) : Optional.empty();
    }
    return value(text, type);
  }

  private static Optional<Object> value(@Nullable String text, DataType type) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(parsed(text, type));
    } catch (NumberFormatException | DateTimeException e) {
      return Optional.empty();
    }
  }

  private static @Nullable Object parsed(String text, DataType type) {
    if (type instanceof ByteType) {
      return Byte.valueOf(text);
    }
    if (type instanceof ShortType) {
      return Short.valueOf(text);
    }
    if (type instanceof IntegerType) {
      return Integer.valueOf(text);
    }
    if (type instanceof LongType) {
      return Long.valueOf(text);
    }
    if (type instanceof DecimalType) {
      return new BigDecimal(text);
    }
    if (type instanceof DateType) {
      return LocalDate.parse(text);
    }
    if (type instanceof TimestampNTZType) {
      return LocalDateTime.parse(text, TIMESTAMP);
    }
    if (type instanceof TimestampType) {
      return timestamp(text);
    }
    return null;
  }

  /** DuckDB reports the offset as hours, and minutes only where there are some. */
  private static Object timestamp(String text) {
    int sign = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
    LocalDateTime local = LocalDateTime.parse(text.substring(0, sign), TIMESTAMP);
    return OffsetDateTime.of(local, ZoneOffset.of(text.substring(sign))).toInstant();
  }
}
