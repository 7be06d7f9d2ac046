/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.Decimal64ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.orc.TypeDescription;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Makes Spark's values of what stands in ORC's vectors. */
final class OrcValues {
  private final ZoneId zone;

  /**
   * @param zone in which the clock of timestamps is read, as they have no zone of their own
   */
  OrcValues(String zone) {
    this.zone = ZoneId.of(zone);
  }

  @Nullable Object value(TypeDescription type, ColumnVector vector, int index) {
    int row = vector.isRepeating ? 0 : index;
    if (!vector.noNulls && vector.isNull[row]) {
      return null;
    }
    return switch (type.getCategory()) {
      case BOOLEAN -> ((LongColumnVector) vector).vector[row] != 0;
      case BYTE -> (byte) ((LongColumnVector) vector).vector[row];
      case SHORT -> (short) ((LongColumnVector) vector).vector[row];
      case INT, DATE -> (int) ((LongColumnVector) vector).vector[row];
      case LONG -> ((LongColumnVector) vector).vector[row];
      case FLOAT -> (float) ((DoubleColumnVector) vector).vector[row];
      case DOUBLE -> ((DoubleColumnVector) vector).vector[row];
      case STRING, CHAR, VARCHAR -> UTF8String.fromBytes(bytes((BytesColumnVector) vector, row));
      case BINARY -> bytes((BytesColumnVector) vector, row);
      case DECIMAL -> decimal(type, vector, row);
      case TIMESTAMP -> timestamp(type, (TimestampColumnVector) vector, row);
      case TIMESTAMP_INSTANT -> micros((TimestampColumnVector) vector, row);
      case LIST -> list(type, (ListColumnVector) vector, row);
      case MAP -> map(type, (MapColumnVector) vector, row);
      case STRUCT -> struct(type, (StructColumnVector) vector, row);
      default -> UTF8String.fromString(text(vector, row));
    };
  }

  private static byte[] bytes(BytesColumnVector vector, int row) {
    int start = vector.start[row];
    return Arrays.copyOfRange(vector.vector[row], start, start + vector.length[row]);
  }

  private static Decimal decimal(TypeDescription type, ColumnVector vector, int row) {
    if (vector instanceof Decimal64ColumnVector small) {
      return Decimal.createUnsafe(small.vector[row], type.getPrecision(), type.getScale());
    }
    java.math.BigDecimal exact =
        ((DecimalColumnVector) vector).vector[row].getHiveDecimal().bigDecimalValue();
    return Decimal.apply(exact.setScale(type.getScale()), type.getPrecision(), type.getScale());
  }

  private Object timestamp(TypeDescription type, TimestampColumnVector vector, int row) {
    long micros = micros(vector, row);
    if (OrcTypes.isWithoutZone(type)) {
      return micros;
    }
    LocalDateTime clock =
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(micros, 1_000_000L),
            (int) Math.floorMod(micros, 1_000_000L) * 1000,
            ZoneOffset.UTC);
    return clock.atZone(zone).toEpochSecond() * 1_000_000L + Math.floorMod(micros, 1_000_000L);
  }

  private static long micros(TimestampColumnVector vector, int row) {
    return Math.floorDiv(vector.time[row], 1000L) * 1_000_000L + vector.nanos[row] / 1000;
  }

  private List<@Nullable Object> list(TypeDescription type, ListColumnVector vector, int row) {
    List<@Nullable Object> items = new ArrayList<>();
    for (long i = 0; i < vector.lengths[row]; i++) {
      items.add(value(type.getChildren().get(0), vector.child, (int) (vector.offsets[row] + i)));
    }
    return items;
  }

  private List<Object> map(TypeDescription type, MapColumnVector vector, int row) {
    List<Object> entries = new ArrayList<>();
    for (long i = 0; i < vector.lengths[row]; i++) {
      int at = (int) (vector.offsets[row] + i);
      @Nullable Object[] pair = {
        value(type.getChildren().get(0), vector.keys, at),
        value(type.getChildren().get(1), vector.values, at)
      };
      entries.add(pair);
    }
    return entries;
  }

  private @Nullable Object[] struct(TypeDescription type, StructColumnVector vector, int row) {
    @Nullable Object[] values = new Object[vector.fields.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(type.getChildren().get(i), vector.fields[i], row);
    }
    return values;
  }

  private static String text(ColumnVector vector, int row) {
    StringBuilder text = new StringBuilder();
    vector.stringifyValue(text, row);
    return text.toString();
  }
}
