/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What one schema has that another has not.
 *
 * @param name with the names of the structs around it
 * @param before the type; empty if the column is new
 * @param after the type; empty if the column is gone
 */
public record SchemaDifference(String name, String before, String after) {

  /** All differences, columns of the first schema first. */
  public static List<SchemaDifference> between(StructType before, StructType after) {
    Map<String, String> old = columns(before);
    Map<String, String> now = columns(after);
    List<SchemaDifference> differences = new ArrayList<>();
    old.forEach(
        (name, type) -> {
          String other = now.getOrDefault(name, "");
          if (!type.equals(other)) {
            differences.add(new SchemaDifference(name, type, other));
          }
        });
    now.forEach(
        (name, type) -> {
          if (!old.containsKey(name)) {
            differences.add(new SchemaDifference(name, "", type));
          }
        });
    return differences;
  }

  private static Map<String, String> columns(StructType schema) {
    Map<String, String> columns = new LinkedHashMap<>();
    for (StructField field : schema.fields()) {
      add(columns, field.name(), field.dataType());
    }
    return columns;
  }

  private static void add(Map<String, String> columns, String name, DataType type) {
    if (type instanceof StructType struct) {
      columns.put(name, "STRUCT");
      for (StructField field : struct.fields()) {
        add(columns, name + "." + field.name(), field.dataType());
      }
    } else if (type instanceof ArrayType array && array.elementType() instanceof StructType) {
      columns.put(name, "ARRAY");
      add(columns, name + ".element", array.elementType());
    } else {
      columns.put(name, type.sql());
    }
  }
}
