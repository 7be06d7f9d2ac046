/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import io.lakeward.autoloader.rows.ColumnSink;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/**
 * Puts the values of a record reader into the vectors of one chunk. Strings are gathered per column
 * and handed over together, since each call into native code has its price.
 */
final class VectorSink implements ColumnSink {
  private final DuckDBWritableVector[] vectors;
  private final byte[] @Nullable [] @Nullable [] texts;
  private final boolean[] textual;
  private final int capacity;

  /**
   * @param positions for each column of the sink the vector that it goes to
   */
  VectorSink(DuckDBDataChunkWriter chunk, int[] positions) {
    capacity = (int) chunk.capacity();
    vectors = new DuckDBWritableVector[positions.length];
    texts = new byte[positions.length][][];
    textual = new boolean[positions.length];
    for (int i = 0; i < positions.length; i++) {
      vectors[i] = chunk.vector(positions[i]);
      textual[i] = vectors[i].getType() == DuckDBColumnType.VARCHAR;
    }
  }

  /** Hands over what was gathered. */
  void flush(int rows) {
    for (int column = 0; column < vectors.length; column++) {
      byte[][] values = texts[column];
      if (values != null) {
        vectors[column].setStringUtf8Batch(
            0, rows == capacity ? values : Arrays.copyOf(values, rows));
      } else if (textual[column]) {
        for (int row = 0; row < rows; row++) {
          vectors[column].setNull(row);
        }
      }
    }
  }

  @Override
  public void setNull(int column, int row) {
    // A text that is not put is NULL when the column is handed over.
    if (!textual[column]) {
      vectors[column].setNull(row);
    }
  }

  @Override
  public void setBoolean(int column, int row, boolean value) {
    vectors[column].setBoolean(row, value);
  }

  @Override
  public void setByte(int column, int row, byte value) {
    vectors[column].setByte(row, value);
  }

  @Override
  public void setShort(int column, int row, short value) {
    vectors[column].setShort(row, value);
  }

  @Override
  public void setInt(int column, int row, int value) {
    vectors[column].setInt(row, value);
  }

  @Override
  public void setLong(int column, int row, long value) {
    vectors[column].setLong(row, value);
  }

  @Override
  public void setFloat(int column, int row, float value) {
    vectors[column].setFloat(row, value);
  }

  @Override
  public void setDouble(int column, int row, double value) {
    vectors[column].setDouble(row, value);
  }

  @Override
  public void setDecimal(int column, int row, BigDecimal value) {
    vectors[column].setBigDecimal(row, value);
  }

  @Override
  public void setDate(int column, int row, int epochDays) {
    vectors[column].setInt(row, epochDays);
  }

  @Override
  public void setTimestampMicros(int column, int row, long micros) {
    vectors[column].setLong(row, micros);
  }

  @Override
  public void setTimestampNtzMicros(int column, int row, long micros) {
    vectors[column].setLong(row, micros);
  }

  @Override
  public void setUtf8(int column, int row, byte[] bytes, int offset, int length) {
    text(column)[row] = Arrays.copyOfRange(bytes, offset, offset + length);
  }

  @Override
  public void setBinary(int column, int row, byte[] bytes, int offset, int length) {
    text(column)[row] =
        Base64.getEncoder().encode(Arrays.copyOfRange(bytes, offset, offset + length));
  }

  private byte[][] text(int column) {
    byte[][] values = texts[column];
    if (values == null) {
      values = new byte[capacity][];
      texts[column] = values;
    }
    return values;
  }
}
