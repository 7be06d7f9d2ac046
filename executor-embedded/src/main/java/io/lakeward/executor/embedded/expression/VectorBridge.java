/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/** Runs a row function over DuckDB's vectors. */
final class VectorBridge {
  private final Reader[] readers;
  private final Writer writer;
  private final CatalystFunctions.RowFunction function;
  private final Function<Throwable, RuntimeException> failures;

  VectorBridge(
      List<DataType> inputs,
      DataType output,
      CatalystFunctions.RowFunction function,
      Function<Throwable, RuntimeException> failures) {
    this.readers = inputs.stream().map(VectorBridge::reader).toArray(Reader[]::new);
    this.writer = writer(output);
    this.function = function;
    this.failures = failures;
  }

  void apply(DuckDBDataChunkReader input, DuckDBWritableVector output) {
    // DuckDB's own threads have no context class loader, which Spark's reflection and Hadoop's
    // need.
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(VectorBridge.class.getClassLoader());
    try {
      DuckDBReadableVector[] vectors = new DuckDBReadableVector[readers.length];
      for (int i = 0; i < vectors.length; i++) {
        vectors[i] = input.vector(i);
      }
      Object[] values = new Object[vectors.length];
      long rows = input.rowCount();
      for (long row = 0; row < rows; row++) {
        for (int i = 0; i < values.length; i++) {
          values[i] = vectors[i].isNull(row) ? null : readers[i].read(vectors[i], row);
        }
        Object result = function.apply(values);
        if (result == null) {
          output.setNull(row);
        } else {
          writer.write(output, row, result);
        }
      }
    } catch (Throwable e) {
      throw failures.apply(e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private interface Reader {
    @Nullable Object read(DuckDBReadableVector vector, long row);
  }

  private interface Writer {
    void write(DuckDBWritableVector vector, long row, Object value);
  }

  private static Reader reader(DataType type) {
    if (DuckTypes.isNested(type)) {
      return (vector, row) -> NestedText.read(type, vector.getString(row));
    }
    if (type instanceof StringType) {
      return (vector, row) -> UTF8String.fromString(vector.getString(row));
    }
    if (type instanceof BinaryType) {
      return (vector, row) -> HexFormat.of().parseHex(vector.getString(row));
    }
    if (type instanceof BooleanType) {
      return DuckDBReadableVector::getBoolean;
    }
    if (type instanceof ByteType) {
      return DuckDBReadableVector::getByte;
    }
    if (type instanceof ShortType) {
      return DuckDBReadableVector::getShort;
    }
    if (type instanceof IntegerType || type instanceof DateType || type instanceof NullType) {
      return DuckDBReadableVector::getInt;
    }
    if (type instanceof FloatType) {
      return DuckDBReadableVector::getFloat;
    }
    if (type instanceof DoubleType) {
      return DuckDBReadableVector::getDouble;
    }
    if (type instanceof DecimalType decimal) {
      return (vector, row) ->
          Decimal.apply(vector.getBigDecimal(row), decimal.precision(), decimal.scale());
    }
    return DuckDBReadableVector::getLong;
  }

  private static Writer writer(DataType type) {
    if (DuckTypes.isNested(type)) {
      return (vector, row, value) -> vector.setString(row, NestedText.write(type, value));
    }
    if (type instanceof StringType) {
      return (vector, row, value) ->
          vector.setString(row, NestedText.checkedString((UTF8String) value));
    }
    if (type instanceof BinaryType) {
      return (vector, row, value) ->
          vector.setString(row, HexFormat.of().formatHex((byte[]) value));
    }
    if (type instanceof BooleanType) {
      return (vector, row, value) -> vector.setBoolean(row, (Boolean) value);
    }
    if (type instanceof ByteType) {
      return (vector, row, value) -> vector.setByte(row, (Byte) value);
    }
    if (type instanceof ShortType) {
      return (vector, row, value) -> vector.setShort(row, (Short) value);
    }
    if (type instanceof DateType) {
      return (vector, row, value) -> vector.setInt(row, NestedText.checkedDays((Integer) value));
    }
    if (type instanceof IntegerType || type instanceof NullType) {
      return (vector, row, value) -> vector.setInt(row, (Integer) value);
    }
    if (type instanceof FloatType) {
      return (vector, row, value) -> vector.setFloat(row, (Float) value);
    }
    if (type instanceof DoubleType) {
      return (vector, row, value) -> vector.setDouble(row, (Double) value);
    }
    if (type instanceof DecimalType decimal) {
      return (vector, row, value) -> vector.setBigDecimal(row, exact((Decimal) value, decimal));
    }
    if (type instanceof LongType) {
      return (vector, row, value) -> vector.setLong(row, (Long) value);
    }
    return (vector, row, value) -> vector.setLong(row, NestedText.checkedMicros((Long) value));
  }

  private static BigDecimal exact(Decimal value, DecimalType type) {
    return value.toJavaBigDecimal().setScale(type.scale());
  }
}
