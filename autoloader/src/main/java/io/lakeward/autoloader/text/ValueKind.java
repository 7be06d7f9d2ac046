/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.text;

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
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.VariantType;
import org.jspecify.annotations.Nullable;

/** How the values of a type are held and delivered. */
public enum ValueKind {
  BOOLEAN,
  BYTE,
  SHORT,
  INT,
  LONG,
  FLOAT,
  DOUBLE,
  DECIMAL,
  DATE,
  TIMESTAMP,
  TIMESTAMP_NTZ,
  STRING,
  BINARY,
  NESTED,
  VARIANT,
  NULL;

  /** The kind, or null if the type cannot be read from files. */
  public static @Nullable ValueKind of(DataType type) {
    if (type instanceof BooleanType) {
      return BOOLEAN;
    } else if (type instanceof ByteType) {
      return BYTE;
    } else if (type instanceof ShortType) {
      return SHORT;
    } else if (type instanceof IntegerType) {
      return INT;
    } else if (type instanceof LongType) {
      return LONG;
    } else if (type instanceof FloatType) {
      return FLOAT;
    } else if (type instanceof DoubleType) {
      return DOUBLE;
    } else if (type instanceof DecimalType) {
      return DECIMAL;
    } else if (type instanceof DateType) {
      return DATE;
    } else if (type instanceof TimestampType) {
      return TIMESTAMP;
    } else if (type instanceof TimestampNTZType) {
      return TIMESTAMP_NTZ;
    } else if (type instanceof StringType) {
      return STRING;
    } else if (type instanceof BinaryType) {
      return BINARY;
    } else if (type instanceof NullType) {
      return NULL;
    } else if (type instanceof VariantType) {
      return VARIANT;
    } else if (type instanceof StructType || type instanceof ArrayType || type instanceof MapType) {
      return NESTED;
    }
    return null;
  }
}
