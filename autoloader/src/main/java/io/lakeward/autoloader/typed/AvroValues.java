/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.util.Utf8;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Makes Spark's values of Avro's. */
final class AvroValues {
  private final DateRebase rebase;
  private final String zone;

  /**
   * @param zone of the writer
   */
  AvroValues(DateRebase rebase, String zone) {
    this.rebase = rebase;
    this.zone = zone;
  }

  @Nullable Object[] fields(IndexedRecord record) {
    List<Schema.Field> fields = record.getSchema().getFields();
    @Nullable Object[] values = new Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(fields.get(i).schema(), record.get(i));
    }
    return values;
  }

  private @Nullable Object value(Schema schema, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    LogicalType logical = schema.getLogicalType();
    return switch (schema.getType()) {
      case NULL -> null;
      case BOOLEAN, FLOAT, DOUBLE -> value;
      case STRING, ENUM -> text(value);
      case INT -> ofInt(logical, (Integer) value);
      case LONG -> ofLong(logical, (Long) value);
      case BYTES -> bytes(logical, toBytes((ByteBuffer) value));
      case FIXED -> bytes(logical, ((GenericFixed) value).bytes());
      case RECORD -> fields((IndexedRecord) value);
      case ARRAY -> {
        List<@Nullable Object> items = new ArrayList<>();
        for (Object item : (Iterable<?>) value) {
          items.add(value(schema.getElementType(), item));
        }
        yield items;
      }
      case MAP -> {
        List<Object> entries = new ArrayList<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
          @Nullable Object[] pair = {
            text(entry.getKey()), value(schema.getValueType(), entry.getValue())
          };
          entries.add(pair);
        }
        yield entries;
      }
      case UNION -> ofUnion(schema, value);
    };
  }

  private Object ofInt(@Nullable LogicalType logical, int value) {
    if (logical instanceof LogicalTypes.Date) {
      return rebase.days(value);
    }
    return logical instanceof LogicalTypes.TimeMillis ? (Object) (value * 1000L) : value;
  }

  private Object ofLong(@Nullable LogicalType logical, long value) {
    if (logical instanceof LogicalTypes.TimestampMillis) {
      return rebase.micros(zone, Math.multiplyExact(value, 1000L));
    }
    if (logical instanceof LogicalTypes.TimestampMicros) {
      return rebase.micros(zone, value);
    }
    if (logical instanceof LogicalTypes.LocalTimestampMillis) {
      return Math.multiplyExact(value, 1000L);
    }
    return logical instanceof LogicalTypes.TimestampNanos
            || logical instanceof LogicalTypes.LocalTimestampNanos
        ? new Nanoseconds(value)
        : (Object) value;
  }

  private @Nullable Object ofUnion(Schema union, Object value) {
    Schema branch = union.getTypes().get(GenericData.get().resolveUnion(union, value));
    Object single = value(branch, value);
    switch (AvroTypes.kind(union)) {
      case OPTIONAL:
        return single;
      case WIDENED:
        return single instanceof Integer number
            ? (Object) number.longValue()
            : single instanceof Float number ? (Object) number.doubleValue() : single;
      default:
        List<Schema> branches = AvroTypes.branches(union);
        @Nullable Object[] members = new Object[branches.size()];
        members[branches.indexOf(branch)] = single;
        return members;
    }
  }

  private static UTF8String text(Object value) {
    return value instanceof Utf8 utf8
        ? UTF8String.fromBytes(Arrays.copyOf(utf8.getBytes(), utf8.getByteLength()))
        : UTF8String.fromString(value.toString());
  }

  private static byte[] toBytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static Object bytes(@Nullable LogicalType logical, byte[] value) {
    if (logical instanceof LogicalTypes.Decimal decimal) {
      BigDecimal exact = new BigDecimal(new BigInteger(value), decimal.getScale());
      return Decimal.apply(exact, decimal.getPrecision(), decimal.getScale());
    }
    return value;
  }
}
