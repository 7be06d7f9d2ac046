/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.duckdb;

import io.lakeward.executor.embedded.expression.DuckTypes;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/** Reads values of a result set as {@link io.lakeward.engine.executor.QueryResult} has them. */
public final class DuckDbValues {
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private DuckDbValues() {}

  /**
   * The SQL that fetches a column. The driver gives a nested TIMESTAMP as {@code
   * java.sql.Timestamp}, which has no value for the hour that the JVM's own zone leaves out, so
   * such a column is fetched with text in its place.
   */
  public static String fetch(String column, DataType type, String duckDbType) {
    if (!(type instanceof TimestampNTZType)
        && DuckTypes.contains(type, TimestampNTZType.class::isInstance)) {
      return "CAST(" + column + " AS " + duckDbType.replaceAll("\\bTIMESTAMP\\b", "VARCHAR") + ")";
    }
    return column;
  }

  /** The value of a column of the current row. */
  public static @Nullable Object read(ResultSet row, int column, DataType type)
      throws SQLException {
    if (type instanceof TimestampNTZType) {
      return row.getObject(column, LocalDateTime.class);
    }
    if (type instanceof TimestampType) {
      OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
      return time == null ? null : time.toInstant();
    }
    return convert(row.getObject(column), type);
  }

  private static @Nullable Object convert(@Nullable Object value, DataType type)
      throws SQLException {
    if (value == null) {
      return null;
    }
    if (type instanceof ArrayType array) {
      List<@Nullable Object> items = new ArrayList<>();
      for (Object item : (Object[]) ((Array) value).getArray()) {
        items.add(convert(item, array.elementType()));
      }
      return items;
    }
    if (type instanceof StructType struct) {
      @Nullable Object[] parts = ((Struct) value).getAttributes();
      StructField[] fields = struct.fields();
      List<@Nullable Object> items = new ArrayList<>();
      for (int i = 0; i < fields.length; i++) {
        items.add(convert(parts[i], fields[i].dataType()));
      }
      return items;
    }
    if (type instanceof MapType map) {
      Map<@Nullable Object, @Nullable Object> items = new LinkedHashMap<>();
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        items.put(
            convert(entry.getKey(), map.keyType()), convert(entry.getValue(), map.valueType()));
      }
      return items;
    }
    if (type instanceof BinaryType && value instanceof Blob blob) {
      return blob.getBytes(1, (int) blob.length());
    }
    if (value instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    if (type instanceof TimestampNTZType && value instanceof String text) {
      return LocalDateTime.parse(text, TIMESTAMP);
    }
    return value;
  }
}
