/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.scan;

import io.lakeward.autoloader.rows.ColumnSink;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.duckdb.DuckDBDataChunkWriter;

/**
 * Gathers the values of a record reader by column and hands each column over to a vector in one go.
 * Floating-point numbers are gathered as their bits.
 */
final class VectorSink implements ColumnSink {
  private final VectorColumn[] columns;
  private final long[][] longs;
  private final int[][] ints;
  private final short[][] shorts;
  private final byte[][] bytes;
  private boolean full;

  /**
   * @param types of each column of the sink
   * @param capacity most rows of a chunk
   */
  VectorSink(List<VectorType> types, int capacity) {
    columns = types.stream().map(t -> new VectorColumn(t, capacity)).toArray(VectorColumn[]::new);
    longs = Arrays.stream(columns).map(VectorColumn::longs).toArray(long[][]::new);
    ints = Arrays.stream(columns).map(VectorColumn::ints).toArray(int[][]::new);
    shorts = Arrays.stream(columns).map(VectorColumn::shorts).toArray(short[][]::new);
    bytes = Arrays.stream(columns).map(VectorColumn::bytes).toArray(byte[][]::new);
  }

  /**
   * Hands over what was gathered, and forgets it.
   *
   * @param positions for each column of the sink the vector that it goes to
   */
  void flush(DuckDBDataChunkWriter chunk, int[] positions, int rows) {
    for (int column = 0; column < columns.length; column++) {
      columns[column].flush(chunk.vector(positions[column]), rows);
    }
    full = false;
  }

  @Override
  public boolean isFull() {
    return full;
  }

  @Override
  public void setNull(int column, int row) {
    columns[column].setNull(row);
  }

  @Override
  public void setBoolean(int column, int row, boolean value) {
    bytes[column][row] = value ? (byte) 1 : 0;
  }

  @Override
  public void setByte(int column, int row, byte value) {
    bytes[column][row] = value;
  }

  @Override
  public void setShort(int column, int row, short value) {
    shorts[column][row] = value;
  }

  @Override
  public void setInt(int column, int row, int value) {
    ints[column][row] = value;
  }

  @Override
  public void setLong(int column, int row, long value) {
    longs[column][row] = value;
  }

  @Override
  public void setFloat(int column, int row, float value) {
    ints[column][row] = Float.floatToRawIntBits(value);
  }

  @Override
  public void setDouble(int column, int row, double value) {
    longs[column][row] = Double.doubleToRawLongBits(value);
  }

  @Override
  public void setDecimal(int column, int row, BigDecimal value) {
    columns[column].setDecimal(row, value);
  }

  @Override
  public void setDate(int column, int row, int epochDays) {
    ints[column][row] = epochDays;
  }

  @Override
  public void setTimestampMicros(int column, int row, long micros) {
    longs[column][row] = micros;
  }

  @Override
  public void setTimestampNtzMicros(int column, int row, long micros) {
    longs[column][row] = micros;
  }

  @Override
  public void setUtf8(int column, int row, byte[] text, int offset, int length) {
    full |= columns[column].setText(row, text, offset, length);
  }

  @Override
  public void setVariant(int column, int row, byte[] value, byte[] metadata) {
    throw new IllegalStateException("plans with a VARIANT run on Spark");
  }

  @Override
  public void setBinary(int column, int row, byte[] value, int offset, int length) {
    byte[] text = Base64.getEncoder().encode(Arrays.copyOfRange(value, offset, offset + length));
    full |= columns[column].setText(row, text, 0, text.length);
  }
}
