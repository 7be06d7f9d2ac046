/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.model.name.SqlQuoting;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * SQL that orders values of a sequence as Spark orders them: a struct field by field, since not
 * every engine compares structs, and NULL before everything else.
 */
final class SequenceOrder {
  private SequenceOrder() {}

  /** The keys to sort by. */
  static String ascending(String value, DataType type) {
    return String.join(", ", parts(value, type));
  }

  /** The keys to sort by, greatest first. */
  static String descending(String value, DataType type) {
    return parts(value, type).stream()
        .map(part -> part + " DESC")
        .collect(Collectors.joining(", "));
  }

  private static List<String> parts(String value, DataType type) {
    if (!(type instanceof StructType struct)) {
      return List.of(value);
    }
    List<String> parts = new ArrayList<>();
    for (StructField field : struct.fields()) {
      String inner = value + "." + SqlQuoting.quote(field.name());
      if (field.dataType() instanceof StructType) {
        parts.add(inner + " IS NOT NULL");
      }
      parts.addAll(parts(inner, field.dataType()));
    }
    return parts;
  }

  /** Whether one value of a sequence is above another or, if asked for, equal to it. */
  static String above(String left, String right, DataType type, boolean orEqual) {
    if (!(type instanceof StructType)) {
      return left + (orEqual ? " >= " : " > ") + right;
    }
    List<String> lefts = parts(left, type);
    List<String> rights = parts(right, type);
    String condition = orEqual ? "true" : "false";
    for (int i = lefts.size() - 1; i >= 0; i--) {
      String one = lefts.get(i);
      String other = rights.get(i);
      condition =
          "(coalesce(%1$s > %2$s, %1$s IS NOT NULL AND %2$s IS NULL) OR (%1$s <=> %2$s AND %3$s))"
              .formatted("(" + one + ")", "(" + other + ")", condition);
    }
    return condition;
  }
}
