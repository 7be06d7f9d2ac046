/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Random schemas and rows of all types, with extremes. */
public final class RandomRows {
  private static final List<DataType> SCALARS =
      List.of(
          DataTypes.BooleanType,
          DataTypes.ByteType,
          DataTypes.ShortType,
          DataTypes.IntegerType,
          DataTypes.LongType,
          DataTypes.FloatType,
          DataTypes.DoubleType,
          new DecimalType(9, 2),
          new DecimalType(18, 4),
          new DecimalType(38, 10),
          DataTypes.DateType,
          DataTypes.TimestampType,
          DataTypes.TimestampNTZType,
          DataTypes.StringType,
          DataTypes.StringType,
          DataTypes.BinaryType);

  private final Random random;

  public RandomRows(long seed) {
    random = new Random(seed);
  }

  public StructType schema() {
    return struct("c", 1 + random.nextInt(8), 2);
  }

  private StructType struct(String prefix, int fields, int depth) {
    StructType struct = new StructType();
    for (int i = 0; i < fields; i++) {
      struct = struct.add(prefix + i, type(depth), true);
    }
    return struct;
  }

  private DataType type(int depth) {
    int choice = random.nextInt(depth == 0 ? 16 : 22);
    if (choice < 16) {
      return SCALARS.get(choice);
    }
    return switch (choice) {
      case 16, 17 -> new ArrayType(type(depth - 1), true);
      case 18 -> new MapType(DataTypes.StringType, type(depth - 1), true);
      default -> struct("f", 1 + random.nextInt(3), depth - 1);
    };
  }

  public List<Row> rows(StructType schema, int count) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(row(schema));
    }
    return rows;
  }

  private Row row(StructType schema) {
    @Nullable Object[] values = new Object[schema.length()];
    for (int i = 0; i < values.length; i++) {
      StructField field = schema.fields()[i];
      values[i] = random.nextInt(6) == 0 ? null : value(field.dataType());
    }
    return RowFactory.create(values);
  }

  private Object value(DataType type) {
    if (type instanceof StructType struct) {
      return row(struct);
    }
    if (type instanceof ArrayType array) {
      List<@Nullable Object> items = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        items.add(random.nextInt(5) == 0 ? null : value(array.elementType()));
      }
      return items;
    }
    if (type instanceof MapType map) {
      Map<Object, @Nullable Object> entries = new HashMap<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        entries.put("k" + i, random.nextInt(5) == 0 ? null : value(map.valueType()));
      }
      return entries;
    }
    if (type instanceof DecimalType decimal) {
      return new BigDecimal(
          new BigInteger(1 + random.nextInt(decimal.precision() * 3), random), decimal.scale());
    }
    return scalar(type);
  }

  private Object scalar(DataType type) {
    boolean extreme = random.nextInt(5) == 0;
    boolean sign = random.nextBoolean();
    return switch (type.typeName()) {
      case "boolean" -> sign;
      case "byte" -> (byte) (extreme ? (sign ? 127 : -128) : random.nextInt());
      case "short" -> (short) (extreme ? (sign ? 32767 : -32768) : random.nextInt());
      case "integer" ->
          extreme ? (sign ? Integer.MAX_VALUE : Integer.MIN_VALUE) : random.nextInt(1000);
      case "long" -> extreme ? (sign ? Long.MAX_VALUE : Long.MIN_VALUE) : random.nextLong();
      case "float" -> extreme ? (sign ? Float.NaN : Float.NEGATIVE_INFINITY) : random.nextFloat();
      case "double" ->
          extreme ? (sign ? Double.NaN : Double.POSITIVE_INFINITY) : random.nextGaussian();
      case "date" ->
          LocalDate.ofEpochDay(extreme ? (sign ? -719_162 : 2_932_896) : random.nextInt(40_000));
      case "timestamp" ->
          extreme
              ? LocalDateTime.of(sign ? 1 : 9999, 1, 1, 0, 0).toInstant(ZoneOffset.UTC)
              : Instant.ofEpochSecond(random.nextInt(), 1000L * random.nextInt(1_000_000));
      case "timestamp_ntz" ->
          extreme
              ? LocalDateTime.of(sign ? 1 : 9999, 1, 1, 0, 0)
              : LocalDateTime.ofEpochSecond(
                  random.nextInt(), 1000 * random.nextInt(1_000_000), ZoneOffset.UTC);
      case "binary" -> {
        byte[] bytes = new byte[random.nextInt(5)];
        random.nextBytes(bytes);
        yield bytes;
      }
      default -> extreme ? (sign ? "" : "\u00e4\"\\\n\ud83d\ude00") : "s" + random.nextInt(20);
    };
  }
}
