/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import io.lakeward.executor.embedded.expression.DuckTypes;
import java.sql.SQLException;
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
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBLogicalType;

/**
 * How values of a Spark type travel from a record reader to DuckDB: the type of the vector, and the
 * SQL that makes the real value of what is in it.
 */
record VectorType(DataType type, DuckDBColumnType vector) {
  /** Decimals have as many bytes as their precision takes. */
  static final int BY_PRECISION = -1;

  static VectorType of(DataType type) {
    return new VectorType(type, vectorOf(type));
  }

  private static DuckDBColumnType vectorOf(DataType type) {
    if (type instanceof BooleanType) {
      return DuckDBColumnType.BOOLEAN;
    }
    if (type instanceof ByteType) {
      return DuckDBColumnType.TINYINT;
    }
    if (type instanceof ShortType) {
      return DuckDBColumnType.SMALLINT;
    }
    if (type instanceof IntegerType || type instanceof DateType) {
      return DuckDBColumnType.INTEGER;
    }
    if (type instanceof LongType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType) {
      return DuckDBColumnType.BIGINT;
    }
    if (type instanceof FloatType) {
      return DuckDBColumnType.FLOAT;
    }
    if (type instanceof DoubleType) {
      return DuckDBColumnType.DOUBLE;
    }
    return type instanceof DecimalType ? DuckDBColumnType.DECIMAL : DuckDBColumnType.VARCHAR;
  }

  /** How many bytes each value has in the vector; 0 for texts, or {@link #BY_PRECISION}. */
  int bytes() {
    return switch (vector) {
      case BOOLEAN, TINYINT -> Byte.BYTES;
      case SMALLINT -> Short.BYTES;
      case INTEGER, FLOAT -> Integer.BYTES;
      case BIGINT, DOUBLE -> Long.BYTES;
      case DECIMAL -> BY_PRECISION;
      default -> 0;
    };
  }

  DuckDBLogicalType logicalType() throws SQLException {
    return type instanceof DecimalType decimal
        ? DuckDBLogicalType.decimal(decimal.precision(), decimal.scale())
        : DuckDBLogicalType.of(vector);
  }

  /** The value, given the column that holds what travelled. */
  String decoded(String column) {
    if (type instanceof DateType) {
      return "(DATE '1970-01-01' + " + column + ")";
    }
    if (type instanceof TimestampType) {
      return "make_timestamptz(" + column + ")";
    }
    if (type instanceof TimestampNTZType) {
      return "make_timestamp(" + column + ")";
    }
    if (type instanceof BinaryType) {
      return "from_base64(" + column + ")";
    }
    if (vector == DuckDBColumnType.VARCHAR && !(type instanceof StringType)) {
      return "CAST(CAST(" + column + " AS JSON) AS " + DuckTypes.of(type) + ")";
    }
    return column;
  }
}
