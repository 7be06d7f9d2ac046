/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Values as text, the way Spark shows them. */
final class ValueText {

  static final String NULL = "NULL";

  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private final ZoneId zone;

  /**
   * @param zone the session's time zone, in which timestamps are shown
   */
  ValueText(ZoneId zone) {
    this.zone = zone;
  }

  String text(@Nullable Object value, DataType type) {
    if (value == null) {
      return NULL;
    }
    if (value instanceof List<?> list) {
      return type instanceof StructType struct ? struct(list, struct) : array(list, type);
    }
    if (value instanceof Map<?, ?> map) {
      return map(map, type);
    }
    if (value instanceof Instant instant) {
      return TIMESTAMP.format(instant.atZone(zone));
    }
    if (value instanceof LocalDateTime local) {
      return TIMESTAMP.format(local);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    return value instanceof byte[] bytes ? hex(bytes) : value.toString();
  }

  private String struct(List<?> values, StructType type) {
    StringJoiner out = new StringJoiner(", ", "{", "}");
    for (int i = 0; i < values.size(); i++) {
      out.add(text(values.get(i), type.fields()[i].dataType()));
    }
    return out.toString();
  }

  private String array(List<?> values, DataType type) {
    DataType element = type instanceof ArrayType array ? array.elementType() : type;
    StringJoiner out = new StringJoiner(", ", "[", "]");
    values.forEach(v -> out.add(text(v, element)));
    return out.toString();
  }

  private String map(Map<?, ?> values, DataType type) {
    DataType key = type instanceof MapType map ? map.keyType() : type;
    DataType element = type instanceof MapType map ? map.valueType() : type;
    StringJoiner out = new StringJoiner(", ", "{", "}");
    values.forEach((k, v) -> out.add(text(k, key) + " -> " + text(v, element)));
    return out.toString();
  }

  private static String hex(byte[] bytes) {
    StringJoiner out = new StringJoiner(" ", "[", "]");
    for (byte b : bytes) {
      out.add(String.format(Locale.ROOT, "%02X", b));
    }
    return out.toString();
  }
}
