/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.duckdb.DuckDBColumnType;

/**
 * How values cross between DuckDB's vectors and Catalyst. Dates travel as days, timestamps as
 * microseconds, binary as hexadecimal text, nested values as JSON whose leaves are texts: no form
 * that either side could round or reformat.
 */
final class ValueTransport {
  private int variables;

  /** The vector type that carries a value; a decimal has its own. */
  static DuckDBColumnType columnType(DataType type) {
    if (DuckTypes.isNested(type) || type instanceof BinaryType || type instanceof StringType) {
      return DuckDBColumnType.VARCHAR;
    }
    if (type instanceof DateType) {
      return DuckDBColumnType.INTEGER;
    }
    if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return DuckDBColumnType.BIGINT;
    }
    return DuckDBColumnType.valueOf(DuckTypes.of(type));
  }

  /** SQL that turns a value of the type into what the vector carries. */
  String pack(DataType type, String sql) {
    if (DuckTypes.isNested(type)) {
      return "CAST(to_json(" + encode(type, sql) + ") AS VARCHAR)";
    }
    return packAtomic(type, sql);
  }

  /** SQL that turns what the vector carries back into a value. */
  String unpack(DataType type, String sql) {
    if (!DuckTypes.isNested(type)) {
      return unpackAtomic(type, sql);
    }
    String variable = newVariable();
    String json = "from_json(" + sql + ", '" + structure(type) + "')";
    return "list_transform(["
        + json
        + "], lambda "
        + variable
        + ": "
        + decode(type, variable)
        + ")[1]";
  }

  private String newVariable() {
    return "lv" + variables++;
  }

  private static String packAtomic(DataType type, String sql) {
    if (type instanceof DateType) {
      return "CAST((" + sql + " - DATE '1970-01-01') AS INTEGER)";
    }
    if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return "epoch_us(" + sql + ")";
    }
    return type instanceof BinaryType ? "hex(" + sql + ")" : sql;
  }

  private static String unpackAtomic(DataType type, String sql) {
    if (type instanceof DateType) {
      return "(DATE '1970-01-01' + " + sql + ")";
    }
    if (type instanceof TimestampType) {
      return "make_timestamptz(" + sql + ")";
    }
    if (type instanceof TimestampNTZType) {
      return "make_timestamp(" + sql + ")";
    }
    return type instanceof BinaryType ? "unhex(" + sql + ")" : sql;
  }

  private String encode(DataType type, String sql) {
    if (type instanceof ArrayType array) {
      String variable = newVariable();
      return "list_transform("
          + sql
          + ", lambda "
          + variable
          + ": "
          + encode(array.elementType(), variable)
          + ")";
    }
    if (type instanceof MapType map) {
      String variable = newVariable();
      String key = encode(map.keyType(), variable + ".key");
      String value = encode(map.valueType(), variable + ".value");
      return "list_transform(map_entries("
          + sql
          + "), lambda "
          + variable
          + ": struct_pack(k := "
          + key
          + ", v := "
          + value
          + "))";
    }
    if (type instanceof StructType struct) {
      String variable = newVariable();
      List<String> fields = new ArrayList<>();
      for (StructField field : struct.fields()) {
        String value = variable + "." + SqlQuotes.identifier(field.name());
        fields.add("f" + fields.size() + " := " + encode(field.dataType(), value));
      }
      return bind(
          sql,
          variable,
          "CASE WHEN "
              + variable
              + " IS NULL THEN NULL ELSE struct_pack("
              + String.join(", ", fields)
              + ") END");
    }
    return type instanceof StringType ? sql : "CAST(" + packAtomic(type, sql) + " AS VARCHAR)";
  }

  private String decode(DataType type, String sql) {
    if (type instanceof ArrayType array) {
      String variable = newVariable();
      return "list_transform("
          + sql
          + ", lambda "
          + variable
          + ": "
          + decode(array.elementType(), variable)
          + ")";
    }
    if (type instanceof MapType map) {
      String variable = newVariable();
      String key = decode(map.keyType(), variable + ".k");
      String value = decode(map.valueType(), variable + ".v");
      return "map_from_entries(list_transform("
          + sql
          + ", lambda "
          + variable
          + ": struct_pack(k := "
          + key
          + ", v := "
          + value
          + ")))";
    }
    if (type instanceof StructType struct) {
      String variable = newVariable();
      List<String> fields = new ArrayList<>();
      for (StructField field : struct.fields()) {
        fields.add(
            SqlQuotes.identifier(field.name())
                + " := "
                + decode(field.dataType(), variable + ".f" + fields.size()));
      }
      return bind(
          sql,
          variable,
          "CASE WHEN "
              + variable
              + " IS NULL THEN NULL ELSE struct_pack("
              + String.join(", ", fields)
              + ") END");
    }
    return unpackAtomic(type, leaf(type, sql));
  }

  private static String leaf(DataType type, String sql) {
    if (type instanceof StringType || type instanceof BinaryType) {
      return sql;
    }
    String carried =
        type instanceof NullType || !DuckTypes.of(type).startsWith("DECIMAL")
            ? columnType(type).name()
            : DuckTypes.of(type);
    return "CAST(" + sql + " AS " + carried + ")";
  }

  private static String bind(String sql, String variable, String body) {
    return "list_transform([" + sql + "], lambda " + variable + ": " + body + ")[1]";
  }

  private static String structure(DataType type) {
    if (type instanceof ArrayType array) {
      return "[" + structure(array.elementType()) + "]";
    }
    if (type instanceof MapType map) {
      return "[{\"k\":" + structure(map.keyType()) + ",\"v\":" + structure(map.valueType()) + "}]";
    }
    if (type instanceof StructType struct) {
      List<String> fields = new ArrayList<>();
      for (StructField field : struct.fields()) {
        fields.add("\"f" + fields.size() + "\":" + structure(field.dataType()));
      }
      return "{" + String.join(",", fields) + "}";
    }
    return "\"VARCHAR\"";
  }
}
