/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import scala.runtime.AbstractFunction1;

/** The DuckDB type that holds every value of a Spark type. */
public final class DuckTypes {
  private DuckTypes() {}

  /** DuckDB's text for the type; refuses what DuckDB cannot hold. */
  public static String of(DataType type) {
    if (type instanceof ArrayType array) {
      return of(array.elementType()) + "[]";
    }
    if (type instanceof MapType map) {
      return "MAP(" + of(map.keyType()) + ", " + of(map.valueType()) + ")";
    }
    return type instanceof StructType struct ? ofStruct(struct) : ofAtomic(type);
  }

  /** Whether a value of this type can be held. */
  public static boolean isSupported(DataType type) {
    try {
      of(type);
      return true;
    } catch (UnsupportedExpressionException e) {
      return false;
    }
  }

  static boolean isNested(DataType type) {
    return type instanceof ArrayType || type instanceof MapType || type instanceof StructType;
  }

  /** Whether the type or a type inside it passes the test. */
  public static boolean contains(DataType type, Predicate<DataType> test) {
    return type.existsRecursively(
        new AbstractFunction1<DataType, Object>() {
          @Override
          public Object apply(DataType part) {
            return test.test(part);
          }
        });
  }

  private static String ofStruct(StructType struct) {
    Set<String> names = new HashSet<>();
    List<String> fields = new ArrayList<>();
    for (StructField field : struct.fields()) {
      if (field.name().isEmpty() || !names.add(field.name().toLowerCase(Locale.ROOT))) {
        throw new UnsupportedExpressionException(
            "A struct with an unnamed field or with two fields `"
                + field.name()
                + "` is not supported by the embedded engine.");
      }
      fields.add(SqlQuotes.identifier(field.name()) + " " + of(field.dataType()));
    }
    if (fields.isEmpty()) {
      throw new UnsupportedExpressionException(
          "A struct without fields is not supported by the embedded engine.");
    }
    return "STRUCT(" + String.join(", ", fields) + ")";
  }

  private static String ofAtomic(DataType type) {
    if (type instanceof StringType string) {
      if (string.isUTF8BinaryCollation()) {
        return "VARCHAR";
      }
      throw new UnsupportedExpressionException(
          "Strings with collation "
              + string.collationName()
              + " are not supported by the embedded engine.");
    }
    if (type instanceof DecimalType decimal) {
      if (decimal.scale() < 0) {
        throw new UnsupportedExpressionException(
            "Decimals of negative scale are not supported by the embedded engine.");
      }
      return "DECIMAL(" + decimal.precision() + ", " + decimal.scale() + ")";
    }
    for (Simple simple : SIMPLE) {
      if (simple.sparkType().isInstance(type)) {
        return simple.duckType();
      }
    }
    throw new UnsupportedExpressionException(
        "Type " + type.sql() + " is not supported by the embedded engine.");
  }

  private record Simple(Class<? extends DataType> sparkType, String duckType) {}

  private static final List<Simple> SIMPLE =
      List.of(
          new Simple(BooleanType.class, "BOOLEAN"),
          new Simple(ByteType.class, "TINYINT"),
          new Simple(ShortType.class, "SMALLINT"),
          new Simple(IntegerType.class, "INTEGER"),
          new Simple(LongType.class, "BIGINT"),
          new Simple(FloatType.class, "FLOAT"),
          new Simple(DoubleType.class, "DOUBLE"),
          new Simple(BinaryType.class, "BLOB"),
          new Simple(DateType.class, "DATE"),
          new Simple(TimestampType.class, "TIMESTAMPTZ"),
          new Simple(TimestampNTZType.class, "TIMESTAMP"),
          new Simple(NullType.class, "INTEGER"));
}
