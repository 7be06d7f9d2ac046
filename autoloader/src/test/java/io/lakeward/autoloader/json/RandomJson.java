/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Seeded records that mostly fit their columns and now and then do not. */
final class RandomJson {
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f", "zürich", "A");
  private static final List<String> TYPES =
      List.of(
          "STRING",
          "BIGINT",
          "INT",
          "SMALLINT",
          "TINYINT",
          "DOUBLE",
          "FLOAT",
          "BOOLEAN",
          "DECIMAL(10,2)",
          "DECIMAL(38,10)",
          "DECIMAL(3,0)",
          "DATE",
          "TIMESTAMP",
          "TIMESTAMP_NTZ",
          "BINARY");
  private static final List<String> SCALARS =
      List.of(
          "\"x\"",
          "\"\"",
          "\"7\"",
          "\"täst\"",
          "\"a\\\"b\\n\\u00e9\"",
          "'single'",
          "1",
          "0",
          "-0",
          "-7",
          "127",
          "128",
          "-129",
          "32768",
          "2147483647",
          "2147483648",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "123456789012345678901234567890",
          "1.0",
          "1.5",
          "-2.25",
          "0.1",
          "3.14159265358979",
          "123456.785",
          "1e3",
          "1.5E-7",
          "1E400",
          "0.30000000000000004",
          "12345678901234567.5",
          "999.5",
          "99999999.995",
          "-0.0",
          "true",
          "false",
          "null",
          "NaN",
          "\"NaN\"",
          "\"Infinity\"",
          "\"-INF\"",
          "01",
          "+1",
          ".5",
          "1.",
          "\"2024-02-29\"",
          "\"2023-02-29\"",
          "\"0001-01-01\"",
          "\"2024-1-2\"",
          "\"20240102\"",
          "\"2024-01-02T03:04:05\"",
          "\"2024-01-02 03:04:05.123456\"",
          "\"2024-03-31 02:30:00\"",
          "\"2024-01-02T03:04:05Z\"",
          "\"2024-01-02T03:04:05.1+05:30\"",
          "\"1582-10-10 00:00:00\"",
          "\"2024-01-02T03:04:05.1234567Z\"",
          "\"2024-01-02T24:00:00\"",
          "\"2024-01-02T03:04\"",
          "\"2024-01-02T03:04:05-18:00\"",
          "\"epoch\"",
          "1700000000",
          "\"aGVsbG8=\"",
          "\"a b\"",
          "\"1,234.5\"",
          "\" 12 \"",
          "tru",
          "nul",
          "\"open",
          "\"tab\there\"");

  private final Random random;

  RandomJson(long seed) {
    random = new Random(seed);
  }

  String schema() {
    StringBuilder ddl = new StringBuilder();
    int count = 1 + random.nextInt(6);
    for (int i = 0; i < count; i++) {
      ddl.append(i > 0 ? ", " : "").append('`').append(NAMES.get(i)).append("` ").append(type(2));
    }
    return ddl.toString();
  }

  private String type(int depth) {
    int choice = random.nextInt(depth > 0 ? 20 : 15);
    return switch (choice) {
      case 15 -> "ARRAY<" + type(depth - 1) + ">";
      case 16 -> "MAP<STRING, " + type(depth - 1) + ">";
      case 17, 18, 19 -> "STRUCT<a: " + type(depth - 1) + ", b: " + type(depth - 1) + ">";
      default -> TYPES.get(choice);
    };
  }

  /**
   * @param strange how many of a hundred values may be anything
   */
  String record(String ddl, int strange) {
    Supplier<String> any = () -> value(3);
    StringBuilder record = new StringBuilder("{");
    org.apache.spark.sql.types.StructType schema =
        org.apache.spark.sql.types.StructType.fromDDL(ddl);
    boolean first = true;
    for (org.apache.spark.sql.types.StructField field : schema.fields()) {
      if (random.nextInt(10) == 0) {
        continue;
      }
      record.append(first ? "" : pick(",", ", ", " ,")).append('"').append(field.name());
      record.append(pick("\":", "\": ", "\" :"));
      record.append(
          random.nextInt(100) < strange ? any.get() : fitting(field.dataType().sql(), field));
      first = false;
    }
    if (random.nextInt(100) < strange) {
      record.append(first ? "" : ",").append("\"unknown\":").append(any.get());
    }
    if (random.nextInt(200) < strange) {
      record.append(pick(",", "}", "]", " x"));
    }
    return record
        .append(pick("}", "}", " }", "} ", random.nextInt(100) < strange ? "" : "}"))
        .toString();
  }

  private String fitting(String sql, org.apache.spark.sql.types.StructField field) {
    return switch (sql) {
      case "STRING" -> pick("\"x\"", "\"hello wörld\"", "\"\"", "null", "12", "\"esc\\t\"");
      case "BIGINT" -> pick("0", "-5", "123456789012", "999999999999999999", "null");
      case "INT" -> pick("0", "17", "-2147483648");
      case "SMALLINT", "TINYINT" -> pick("0", "17", "-100");
      case "DOUBLE", "FLOAT" -> pick("0.5", "1", "-3.75", "1234.5678", "2.5e3", "0.1");
      case "BOOLEAN" -> pick("true", "false");
      case "DATE" -> pick("\"2024-02-29\"", "\"1999-12-31\"");
      case "TIMESTAMP", "TIMESTAMP_NTZ" ->
          pick(
              "\"2024-01-02T03:04:05\"",
              "\"2024-01-02 03:04:05.25\"",
              "\"2024-07-02T03:04:05.123Z\"");
      default -> nestedFitting(field.dataType(), field);
    };
  }

  private String nestedFitting(
      org.apache.spark.sql.types.DataType type, org.apache.spark.sql.types.StructField field) {
    if (type instanceof org.apache.spark.sql.types.StructType struct) {
      StringBuilder text = new StringBuilder("{");
      for (int i = 0; i < struct.length(); i++) {
        org.apache.spark.sql.types.StructField inner = struct.fields()[i];
        text.append(i > 0 ? "," : "").append('"').append(inner.name()).append("\": ");
        text.append(fitting(inner.dataType().sql(), inner));
      }
      return text.append('}').toString();
    }
    if (type instanceof org.apache.spark.sql.types.ArrayType array) {
      return "["
          + fitting(
              array.elementType().sql(),
              field.copy(field.name(), array.elementType(), true, field.metadata()))
          + "]";
    }
    return pick("1.5", "\"2.5\"", "{\"k\":1}", "[1,2]", value(2));
  }

  private String value(int depth) {
    int choice = random.nextInt(depth > 0 ? 14 : 10);
    if (choice < 10) {
      return SCALARS.get(random.nextInt(SCALARS.size()));
    }
    if (choice < 12) {
      return "[" + value(depth - 1) + (random.nextBoolean() ? ", " + value(depth - 1) : "") + "]";
    }
    return "{\"a\":"
        + value(depth - 1)
        + (random.nextBoolean() ? ", \"b\" : " + value(depth - 1) : "")
        + "}";
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
