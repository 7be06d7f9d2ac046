/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.autoloader.rows.ColumnSink;
import io.lakeward.autoloader.rows.MetadataField;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.unsafe.types.VariantVal;
import org.jspecify.annotations.Nullable;

/** Makes Spark's rows of what a record reader finds. */
final class RowSink implements ColumnSink {
  private static final int METADATA_FIELDS = MetadataField.values().length;

  private final int width;
  private final int capacity;

  /** For each column of the sink, the cell of the row, and of which type it is. */
  private final int[] cells;

  private final DataType[] types;
  private final int metadataFrom;
  private final int metadataCell;
  private GenericInternalRow[] rows = new GenericInternalRow[0];

  /**
   * @param wanted the columns of the rows
   * @param files the columns that files have
   */
  RowSink(StructType wanted, StructType files, int capacity) {
    this.width = wanted.size();
    this.capacity = capacity;
    List<String> offered = Arrays.asList(files.fieldNames());
    List<Integer> positions = new ArrayList<>();
    List<DataType> kinds = new ArrayList<>();
    int metadata = -1;
    for (int i = 0; i < wanted.size(); i++) {
      StructField field = wanted.fields()[i];
      if (RecordTable.isMetadata(field, files)) {
        metadata = i;
      } else if (offered.contains(field.name())) {
        positions.add(i);
        kinds.add(files.fields()[offered.indexOf(field.name())].dataType());
      }
    }
    cells = positions.stream().mapToInt(Integer::intValue).toArray();
    types = kinds.toArray(DataType[]::new);
    metadataFrom = cells.length;
    metadataCell = metadata;
  }

  /** Forgets the rows so far; those that were given out stay as they are. */
  void start() {
    rows = new GenericInternalRow[capacity];
  }

  InternalRow row(int index) {
    GenericInternalRow row = rows[index];
    return row == null ? new GenericInternalRow(width) : row;
  }

  private void put(int column, int row, @Nullable Object value) {
    GenericInternalRow target = rows[row];
    if (target == null) {
      target = new GenericInternalRow(width);
      if (metadataCell >= 0) {
        target.update(metadataCell, new GenericInternalRow(METADATA_FIELDS));
      }
      rows[row] = target;
    }
    if (column >= metadataFrom) {
      ((GenericInternalRow) target.getStruct(metadataCell, METADATA_FIELDS))
          .update(column - metadataFrom, value);
    } else {
      target.update(cells[column], value);
    }
  }

  @Override
  public void setNull(int column, int row) {
    put(column, row, null);
  }

  @Override
  public void setBoolean(int column, int row, boolean value) {
    put(column, row, value);
  }

  @Override
  public void setByte(int column, int row, byte value) {
    put(column, row, value);
  }

  @Override
  public void setShort(int column, int row, short value) {
    put(column, row, value);
  }

  @Override
  public void setInt(int column, int row, int value) {
    put(column, row, value);
  }

  @Override
  public void setLong(int column, int row, long value) {
    put(column, row, value);
  }

  @Override
  public void setFloat(int column, int row, float value) {
    put(column, row, value);
  }

  @Override
  public void setDouble(int column, int row, double value) {
    put(column, row, value);
  }

  @Override
  public void setDecimal(int column, int row, BigDecimal value) {
    DecimalType type = (DecimalType) types[column];
    put(column, row, Decimal.apply(value, type.precision(), type.scale()));
  }

  @Override
  public void setDate(int column, int row, int epochDays) {
    put(column, row, epochDays);
  }

  @Override
  public void setTimestampMicros(int column, int row, long micros) {
    put(column, row, micros);
  }

  @Override
  public void setTimestampNtzMicros(int column, int row, long micros) {
    put(column, row, micros);
  }

  @Override
  public void setUtf8(int column, int row, byte[] bytes, int offset, int length) {
    byte[] own = Arrays.copyOfRange(bytes, offset, offset + length);
    if (column < metadataFrom && isNested(types[column])) {
      put(column, row, NestedValues.read(types[column], own));
    } else {
      put(column, row, UTF8String.fromBytes(own));
    }
  }

  @Override
  public void setVariant(int column, int row, byte[] value, byte[] metadata) {
    put(column, row, new VariantVal(value, metadata));
  }

  private static boolean isNested(DataType type) {
    return type instanceof StructType
        || type instanceof ArrayType
        || type instanceof MapType
        || type instanceof VariantType;
  }

  @Override
  public void setBinary(int column, int row, byte[] bytes, int offset, int length) {
    put(column, row, Arrays.copyOfRange(bytes, offset, offset + length));
  }
}
