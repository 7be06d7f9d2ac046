/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.model.name.SqlQuoting;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;

/**
 * SQL for a number that follows from some values, and is another one for other values. Spark's hash
 * alone passes over NULL, so that one column's value would count as another's.
 */
final class ContentHash {
  /** As many bits as a BIGINT has for flags, with some to spare. */
  private static final int FLAGS = 60;

  private final List<String> values = new ArrayList<>();
  private final List<String> nullable = new ArrayList<>();

  /** Adds a value, each field of a struct by itself. */
  void add(String value, DataType type) {
    nullable.add(value);
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        add(value + "." + SqlQuoting.quote(field.name()), field.dataType());
      }
      return;
    }
    if (isHashable(type)) {
      values.add(value);
    }
    if (type instanceof ArrayType || !isHashable(type)) {
      values.add("to_json(struct(" + value + "))");
    }
  }

  static boolean isHashable(DataType type) {
    if (type instanceof StructType struct) {
      return Stream.of(struct.fields()).allMatch(f -> isHashable(f.dataType()));
    }
    if (type instanceof ArrayType array) {
      return isHashable(array.elementType());
    }
    return !(type instanceof MapType) && !(type instanceof VariantType);
  }

  String sql() {
    if (nullable.isEmpty()) {
      return "CAST(0 AS BIGINT)";
    }
    List<String> all = new ArrayList<>(values);
    for (int from = 0; from < nullable.size(); from += FLAGS) {
      all.add(flags(nullable.subList(from, Math.min(from + FLAGS, nullable.size()))));
    }
    return "xxhash64(" + String.join(", ", all) + ")";
  }

  /** A number that tells which values are NULL. */
  private static String flags(List<String> values) {
    List<String> flags = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      flags.add("CASE WHEN %s IS NULL THEN %dL ELSE 0L END".formatted(values.get(i), 1L << i));
    }
    return "(" + String.join(" + ", flags) + ")";
  }
}
