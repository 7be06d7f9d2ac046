/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Renames the fields of structs. Where values of several types meet, Spark takes the fields of
 * structs by position and DuckDB by name.
 */
public final class FieldNames {
  private FieldNames() {}

  /**
   * SQL of a value of one type as the other, from which it may differ in the names of fields only.
   */
  public static String renamed(String sql, DataType from, DataType to) {
    return renamed(sql, from, to, 0);
  }

  private static String renamed(String sql, DataType from, DataType to, int depth) {
    if (!DuckTypes.isNested(from) || DuckTypes.of(from).equals(DuckTypes.of(to))) {
      return sql;
    }
    String item = "fn" + depth;
    if (from instanceof StructType struct && to instanceof StructType other) {
      return ofStruct(sql, struct, other, depth);
    }
    if (from instanceof ArrayType array && to instanceof ArrayType other) {
      String element = renamed(item, array.elementType(), other.elementType(), depth + 1);
      return "list_transform(" + sql + ", lambda " + item + ": " + element + ")";
    }
    if (from instanceof MapType map && to instanceof MapType other) {
      String key = renamed(item + ".\"key\"", map.keyType(), other.keyType(), depth + 1);
      String value = renamed(item + ".\"value\"", map.valueType(), other.valueType(), depth + 1);
      return "map_from_entries(list_transform(map_entries(%s), lambda %s: struct_pack(\"key\" := %s, \"value\" := %s)))"
          .formatted(sql, item, key, value);
    }
    throw differ(from, to);
  }

  private static String ofStruct(String sql, StructType from, StructType to, int depth) {
    if (from.length() != to.length()) {
      throw differ(from, to);
    }
    String item = "fn" + depth;
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < from.length(); i++) {
      StructField field = from.fields()[i];
      StructField other = to.fields()[i];
      String value = item + "." + SqlQuotes.identifier(field.name());
      fields.add(
          SqlQuotes.identifier(other.name())
              + " := "
              + renamed(value, field.dataType(), other.dataType(), depth + 1));
    }
    return "list_transform([%s], lambda %s: CASE WHEN %s IS NOT NULL THEN struct_pack(%s) END)[1]"
        .formatted(sql, item, item, String.join(", ", fields));
  }

  private static UnsupportedExpressionException differ(DataType from, DataType to) {
    return new UnsupportedExpressionException(
        "Values of %s and of %s in one column are not supported by the embedded engine."
            .formatted(from.sql(), to.sql()));
  }
}
