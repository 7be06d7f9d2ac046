/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Puts together the values of Parquet's columns to records. */
final class ParquetValues extends RecordMaterializer<@Nullable Object[]> {
  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final Rebase rebase;
  private final Struct root;
  private @Nullable Object[] record = new Object[0];

  /** How old dates and times are to be understood. */
  record Rebase(DateRebase times, DateRebase int96, String zone) {}

  ParquetValues(MessageType columns, Rebase rebase) {
    this.rebase = rebase;
    this.root = new Struct(columns, value -> record = (Object[]) value);
  }

  @Override
  public @Nullable Object[] getCurrentRecord() {
    return record;
  }

  @Override
  public GroupConverter getRootConverter() {
    return root;
  }

  private Converter converter(Type type, Consumer<Object> target) {
    if (type.isPrimitive()) {
      return scalar(type.asPrimitiveType(), target);
    }
    GroupType group = type.asGroupType();
    return ParquetTypes.isList(group)
        ? new Items(group, target)
        : ParquetTypes.isMap(group) ? new Entries(group, target) : new Struct(group, target);
  }

  private final class Struct extends GroupConverter {
    private final Consumer<Object> target;
    private final Converter[] fields;
    private final boolean[] repeated;
    private @Nullable Object[] values = new Object[0];

    Struct(GroupType group, Consumer<Object> target) {
      this.target = target;
      fields = new Converter[group.getFieldCount()];
      repeated = new boolean[fields.length];
      for (int i = 0; i < fields.length; i++) {
        int field = i;
        Type type = group.getType(i);
        repeated[i] = type.isRepetition(Type.Repetition.REPEATED);
        fields[i] =
            repeated[i]
                ? converter(type, value -> append(field, value))
                : converter(type, value -> values[field] = value);
      }
    }

    @SuppressWarnings("unchecked")
    private void append(int field, Object value) {
      ((List<Object>) java.util.Objects.requireNonNull(values[field])).add(value);
    }

    @Override
    public Converter getConverter(int field) {
      return fields[field];
    }

    @Override
    public void start() {
      values = new Object[fields.length];
      for (int i = 0; i < repeated.length; i++) {
        if (repeated[i]) {
          values[i] = new ArrayList<Object>();
        }
      }
    }

    @Override
    public void end() {
      target.accept(values);
    }
  }

  private final class Items extends GroupConverter {
    private final Consumer<Object> target;
    private final Converter repeated;
    private List<@Nullable Object> items = new ArrayList<>();

    Items(GroupType list, Consumer<Object> target) {
      this.target = target;
      Type inner = list.getType(0);
      repeated =
          ParquetTypes.isItem(inner, list.getName())
              ? converter(inner, value -> items.add(value))
              : new Single(inner.asGroupType(), value -> items.add(value));
    }

    @Override
    public Converter getConverter(int field) {
      return repeated;
    }

    @Override
    public void start() {
      items = new ArrayList<>();
    }

    @Override
    public void end() {
      target.accept(items);
    }
  }

  /** The group around a list's item, which may be missing. */
  private final class Single extends GroupConverter {
    private final Struct struct;

    Single(GroupType group, Consumer<@Nullable Object> target) {
      struct = new Struct(group, value -> target.accept(((@Nullable Object[]) value)[0]));
    }

    @Override
    public Converter getConverter(int field) {
      return struct.getConverter(field);
    }

    @Override
    public void start() {
      struct.start();
    }

    @Override
    public void end() {
      struct.end();
    }
  }

  private final class Entries extends GroupConverter {
    private final Consumer<Object> target;
    private final Struct entry;
    private List<Object> entries = new ArrayList<>();

    Entries(GroupType map, Consumer<Object> target) {
      this.target = target;
      entry = new Struct(map.getType(0).asGroupType(), value -> entries.add(value));
    }

    @Override
    public Converter getConverter(int field) {
      return entry;
    }

    @Override
    public void start() {
      entries = new ArrayList<>();
    }

    @Override
    public void end() {
      target.accept(entries);
    }
  }

  private Converter scalar(PrimitiveType type, Consumer<Object> target) {
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
      return new Decimals(decimal.getPrecision(), decimal.getScale(), target);
    }
    return switch (type.getPrimitiveTypeName()) {
      case INT32 -> new Ints(annotation, target);
      case INT64 -> new Longs(annotation, target);
      case INT96 -> new Int96(target);
      case FIXED_LEN_BYTE_ARRAY -> new Bytes(annotation, target);
      case BINARY ->
          ParquetTypes.ofValue(type) instanceof org.apache.spark.sql.types.StringType
              ? new Texts(target)
              : new Bytes(null, target);
      case BOOLEAN, FLOAT, DOUBLE -> new Plain(target);
    };
  }

  private static class Plain extends PrimitiveConverter {
    final Consumer<Object> target;

    Plain(Consumer<Object> target) {
      this.target = target;
    }

    @Override
    public void addBoolean(boolean value) {
      target.accept(value);
    }

    @Override
    public void addFloat(float value) {
      target.accept(value);
    }

    @Override
    public void addDouble(double value) {
      target.accept(value);
    }
  }

  private final class Ints extends Plain {
    private final boolean date;
    private final boolean signed;
    private final int bits;
    private final int timeFactor;

    Ints(@Nullable LogicalTypeAnnotation annotation, Consumer<Object> target) {
      super(target);
      date = annotation instanceof LogicalTypeAnnotation.DateLogicalTypeAnnotation;
      signed = !(annotation instanceof IntLogicalTypeAnnotation number) || number.isSigned();
      bits = annotation instanceof IntLogicalTypeAnnotation number ? number.getBitWidth() : 32;
      timeFactor = annotation instanceof LogicalTypeAnnotation.TimeLogicalTypeAnnotation ? 1000 : 0;
    }

    @Override
    public void addInt(int value) {
      if (date) {
        target.accept(rebase.times().days(value));
      } else if (timeFactor > 0) {
        target.accept((long) value * timeFactor);
      } else if (bits == 8) {
        target.accept(signed ? (Object) (byte) value : (Object) (short) (value & 0xFF));
      } else if (bits == 16) {
        target.accept(signed ? (Object) (short) value : (Object) (value & 0xFFFF));
      } else {
        target.accept(signed ? (Object) value : (Object) Integer.toUnsignedLong(value));
      }
    }
  }

  private final class Longs extends Plain {
    private final @Nullable TimestampLogicalTypeAnnotation time;
    private final boolean unsigned;

    Longs(@Nullable LogicalTypeAnnotation annotation, Consumer<Object> target) {
      super(target);
      time = annotation instanceof TimestampLogicalTypeAnnotation stamp ? stamp : null;
      unsigned = annotation instanceof IntLogicalTypeAnnotation number && !number.isSigned();
    }

    @Override
    public void addLong(long value) {
      if (time != null) {
        target.accept(timestamp(time, value));
      } else if (unsigned) {
        BigDecimal exact = new BigDecimal(Long.toUnsignedString(value));
        target.accept(Decimal.apply(exact, 20, 0));
      } else {
        target.accept(value);
      }
    }

    private Object timestamp(TimestampLogicalTypeAnnotation stamp, long value) {
      return switch (stamp.getUnit()) {
        case MILLIS -> moved(stamp, Math.multiplyExact(value, 1000L));
        case MICROS -> moved(stamp, value);
        case NANOS -> new Nanoseconds(value);
      };
    }

    private long moved(TimestampLogicalTypeAnnotation stamp, long micros) {
      return stamp.isAdjustedToUTC() ? rebase.times().micros(rebase.zone(), micros) : micros;
    }
  }

  private final class Int96 extends Plain {
    Int96(Consumer<Object> target) {
      super(target);
    }

    @Override
    public void addBinary(Binary value) {
      ByteBuffer bytes = value.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
      long nanosOfDay = bytes.getLong(bytes.position());
      long day = bytes.getInt(bytes.position() + 8) - JULIAN_DAY_OF_EPOCH;
      long micros = day * MICROS_PER_DAY + nanosOfDay / 1000;
      target.accept(rebase.int96().micros(rebase.zone(), micros));
    }
  }

  private static final class Decimals extends Plain {
    private final int precision;
    private final int scale;

    Decimals(int precision, int scale, Consumer<Object> target) {
      super(target);
      this.precision = precision;
      this.scale = scale;
    }

    @Override
    public void addInt(int value) {
      target.accept(Decimal.createUnsafe(value, precision, scale));
    }

    @Override
    public void addLong(long value) {
      target.accept(Decimal.createUnsafe(value, precision, scale));
    }

    @Override
    public void addBinary(Binary value) {
      BigDecimal exact = new BigDecimal(new BigInteger(value.getBytesUnsafe()), scale);
      target.accept(Decimal.apply(exact, precision, scale));
    }
  }

  private static final class Texts extends PrimitiveConverter {
    private final Consumer<Object> target;
    private UTF8String[] words = new UTF8String[0];

    Texts(Consumer<Object> target) {
      this.target = target;
    }

    @Override
    public boolean hasDictionarySupport() {
      return true;
    }

    @Override
    public void setDictionary(Dictionary dictionary) {
      words = new UTF8String[dictionary.getMaxId() + 1];
      for (int i = 0; i < words.length; i++) {
        words[i] = UTF8String.fromBytes(dictionary.decodeToBinary(i).getBytes());
      }
    }

    @Override
    public void addValueFromDictionary(int id) {
      target.accept(words[id]);
    }

    @Override
    public void addBinary(Binary value) {
      target.accept(UTF8String.fromBytes(value.getBytes()));
    }
  }

  private static final class Bytes extends Plain {
    private final boolean uuid;
    private final boolean half;

    Bytes(@Nullable LogicalTypeAnnotation annotation, Consumer<Object> target) {
      super(target);
      uuid = annotation instanceof LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
      half = annotation instanceof LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
    }

    @Override
    public void addBinary(Binary value) {
      if (uuid) {
        ByteBuffer bytes = value.toByteBuffer();
        UUID id = new UUID(bytes.getLong(bytes.position()), bytes.getLong(bytes.position() + 8));
        target.accept(UTF8String.fromString(id.toString()));
      } else if (half) {
        target.accept(half(value.toByteBuffer()));
      } else {
        target.accept(value.getBytes());
      }
    }

    /** A number in the IEEE form of 16 bits. */
    private static float half(ByteBuffer value) {
      int bits = value.order(ByteOrder.LITTLE_ENDIAN).getShort(value.position());
      int exponent = (bits >> 10) & 0x1F;
      int fraction = bits & 0x3FF;
      float size =
          exponent == 0
              ? fraction * 0x1p-24f
              : exponent == 31
                  ? (fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN)
                  : Math.scalb(1024 + fraction, exponent - 25);
      return bits < 0 ? -size : size;
    }
  }
}
