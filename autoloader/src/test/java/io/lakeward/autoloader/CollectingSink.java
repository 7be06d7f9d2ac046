/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import io.lakeward.autoloader.rows.ColumnSink;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.unsafe.types.VariantVal;
import org.jspecify.annotations.Nullable;

/** Keeps rows as lists and insists that each cell is set once, in order. */
public final class CollectingSink implements ColumnSink {
  private final List<List<@Nullable Object>> chunk = new ArrayList<>();
  private final List<List<@Nullable Object>> rows = new ArrayList<>();

  /** Takes over the rows of a chunk. */
  public void endChunk(int count) {
    if (chunk.size() > count || (!chunk.isEmpty() && chunk.size() != count)) {
      throw new AssertionError(chunk.size() + " rows were set, " + count + " were announced");
    }
    while (chunk.size() < count) {
      chunk.add(new ArrayList<>());
    }
    rows.addAll(chunk);
    chunk.clear();
  }

  public List<List<@Nullable Object>> rows() {
    return rows;
  }

  private void set(int column, int row, @Nullable Object value) {
    if (row == chunk.size() && column == 0) {
      chunk.add(new ArrayList<>());
    }
    if (row != chunk.size() - 1 || column != chunk.get(row).size()) {
      throw new AssertionError("cell " + row + "," + column + " is out of order");
    }
    chunk.get(row).add(value);
  }

  @Override
  public void setNull(int column, int row) {
    set(column, row, null);
  }

  @Override
  public void setBoolean(int column, int row, boolean value) {
    set(column, row, value);
  }

  @Override
  public void setByte(int column, int row, byte value) {
    set(column, row, value);
  }

  @Override
  public void setShort(int column, int row, short value) {
    set(column, row, value);
  }

  @Override
  public void setInt(int column, int row, int value) {
    set(column, row, value);
  }

  @Override
  public void setLong(int column, int row, long value) {
    set(column, row, value);
  }

  @Override
  public void setFloat(int column, int row, float value) {
    set(column, row, value);
  }

  @Override
  public void setDouble(int column, int row, double value) {
    set(column, row, value);
  }

  @Override
  public void setDecimal(int column, int row, BigDecimal value) {
    set(column, row, value);
  }

  @Override
  public void setDate(int column, int row, int epochDays) {
    set(column, row, epochDays);
  }

  @Override
  public void setTimestampMicros(int column, int row, long micros) {
    set(column, row, micros);
  }

  @Override
  public void setTimestampNtzMicros(int column, int row, long micros) {
    set(column, row, micros);
  }

  @Override
  public void setUtf8(int column, int row, byte[] bytes, int offset, int length) {
    set(column, row, new String(bytes, offset, length, StandardCharsets.UTF_8));
  }

  @Override
  public void setVariant(int column, int row, byte[] value, byte[] metadata) {
    set(column, row, new VariantVal(value, metadata));
  }

  @Override
  public void setBinary(int column, int row, byte[] bytes, int offset, int length) {
    set(column, row, Arrays.toString(Arrays.copyOfRange(bytes, offset, offset + length)));
  }
}
