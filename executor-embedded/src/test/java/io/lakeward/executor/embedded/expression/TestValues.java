/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** The inputs of the judge: every type's edges and some random values, always with NULL. */
final class TestValues {
  private static final List<String> STRINGS =
      List.of(
          "",
          " ",
          "a",
          "abc",
          "  padded  ",
          "ABC",
          "Straße",
          "İstanbul",
          "ıi",
          "ß",
          "é",
          "e\u0301",
          "😀",
          "a😀b",
          "日本語",
          "x,y,,z",
          "a b c",
          "A-1",
          "%",
          "a%b",
          "a_b",
          "\\",
          "it's",
          "\"quoted\"",
          "\t",
          "line\nbreak",
          "nul\0inside",
          "\u00a0",
          "\u3000x\u3000",
          "123",
          "-45",
          "+7",
          " 12 ",
          "0",
          "00",
          "1.5",
          "-0.0",
          "1e3",
          "1E-2",
          "NaN",
          "Infinity",
          "-inf",
          "1.0f",
          "9223372036854775807",
          "9223372036854775808",
          "127",
          "128",
          "32768",
          "2147483648",
          "99999999999999999999999999999999999999",
          "0x1F",
          "true",
          "FALSE",
          "t",
          "yes",
          "n",
          "2024-02-29",
          "2023-02-29",
          "2024-1-5",
          "1582-10-10",
          "0001-01-01",
          "9999-12-31",
          "10000-01-01",
          "2024-03-10 02:30:00",
          "2024-03-31T01:30:00Z",
          "2024-11-03 01:30:00.123456",
          "2024-06-01 12:00:00+05:45",
          "12:34:56",
          "2024",
          "2024-13-01",
          "{\"a\":1,\"b\":[1,2]}",
          "{\"a\":\"x\"}",
          "[1,2,3]",
          "{bad",
          "null",
          "http://user@host:80/p?q=1&r=2#f",
          "k1=v1;k2=v2",
          "aGVsbG8=",
          "68656c6c6f",
          "zz",
          "\uFFFD",
          "\u200d",
          "ΑΣ",
          "ǆ",
          "ﬁ",
          "\uD7FF",
          "\uE000");
  private static final List<LocalDate> DATES =
      List.of(
          LocalDate.of(1, 1, 1),
          LocalDate.of(1, 12, 31),
          LocalDate.of(1582, 10, 4),
          LocalDate.of(1582, 10, 5),
          LocalDate.of(1582, 10, 14),
          LocalDate.of(1582, 10, 15),
          LocalDate.of(1900, 2, 28),
          LocalDate.of(1969, 12, 31),
          LocalDate.of(1970, 1, 1),
          LocalDate.of(1999, 12, 31),
          LocalDate.of(2000, 2, 29),
          LocalDate.of(2020, 12, 31),
          LocalDate.of(2021, 1, 3),
          LocalDate.of(2021, 1, 4),
          LocalDate.of(2024, 2, 29),
          LocalDate.of(2024, 3, 31),
          LocalDate.of(2024, 11, 3),
          LocalDate.of(2024, 12, 30),
          LocalDate.of(9999, 12, 31),
          LocalDate.of(2024, 1, 1));
  private static final List<String> INSTANTS =
      List.of(
          "0001-01-01T00:00:00Z",
          "0001-01-02T23:59:59.999999Z",
          "1582-10-05T00:00:00Z",
          "1582-10-15T00:00:00Z",
          "1883-11-18T17:00:00Z",
          "1900-01-01T00:00:00Z",
          "1969-12-31T23:59:59.999999Z",
          "1970-01-01T00:00:00Z",
          "1970-01-01T00:00:00.000001Z",
          "2000-02-29T12:34:56.789Z",
          "2024-03-10T06:59:59Z",
          "2024-03-10T07:00:00Z",
          "2024-03-31T00:59:59.5Z",
          "2024-03-31T01:00:00Z",
          "2024-10-27T00:30:00Z",
          "2024-10-27T01:30:00Z",
          "2024-11-03T05:30:00Z",
          "2024-11-03T06:30:00Z",
          "2024-12-31T23:59:59.999999Z",
          "2024-02-29T00:00:00Z",
          "9999-12-31T23:59:59.999999Z",
          "9999-01-01T00:00:00Z",
          "2262-04-12T00:00:00Z");

  private TestValues() {}

  /** The values of a type, in a fixed order; the first is NULL. */
  static List<@Nullable Object> of(DataType type, Random random) {
    List<@Nullable Object> values = new ArrayList<>();
    values.add(null);
    if (type instanceof ArrayType array) {
      addArrays(values, of(array.elementType(), random), array.containsNull(), random);
    } else if (type instanceof MapType map) {
      addMaps(values, of(map.keyType(), random), of(map.valueType(), random), random);
    } else if (type instanceof StructType struct) {
      addStructs(values, struct, random);
    } else {
      addAtomic(values, type, random);
    }
    return values;
  }

  private static void addArrays(
      List<@Nullable Object> values,
      List<@Nullable Object> items,
      boolean withNulls,
      Random random) {
    values.add(new GenericArrayData(new Object[0]));
    values.add(new GenericArrayData(new Object[] {items.get(1)}));
    for (int i = 0; i < 14; i++) {
      Object[] array = new Object[1 + random.nextInt(5)];
      for (int j = 0; j < array.length; j++) {
        int from = withNulls && i % 2 == 0 ? 0 : 1;
        array[j] =
            items.get(
                from + random.nextInt(Math.min(i < 7 ? 4 : items.size(), items.size()) - from));
      }
      values.add(new GenericArrayData(array));
    }
  }

  private static void addMaps(
      List<@Nullable Object> values,
      List<@Nullable Object> keys,
      List<@Nullable Object> items,
      Random random) {
    values.add(
        new ArrayBasedMapData(
            new GenericArrayData(new Object[0]), new GenericArrayData(new Object[0])));
    for (int i = 0; i < 12; i++) {
      Set<Object> chosen = new LinkedHashSet<>();
      int size = 1 + random.nextInt(3);
      for (int j = 0; j < size; j++) {
        chosen.add(keys.get(1 + random.nextInt(Math.min(8, keys.size() - 1))));
      }
      Object[] mapped =
          chosen.stream()
              .map(key -> items.get(random.nextInt(Math.min(8, items.size()))))
              .toArray();
      values.add(
          new ArrayBasedMapData(
              new GenericArrayData(chosen.toArray()), new GenericArrayData(mapped)));
    }
  }

  private static void addStructs(List<@Nullable Object> values, StructType struct, Random random) {
    for (int i = 0; i < 14; i++) {
      List<Object> fields = new ArrayList<>();
      for (StructField field : struct.fields()) {
        List<@Nullable Object> options = of(field.dataType(), random);
        fields.add(options.get(random.nextInt(options.size())));
      }
      values.add(new GenericInternalRow(fields.toArray()));
    }
  }

  private static void addAtomic(List<@Nullable Object> values, DataType type, Random random) {
    switch (type.typeName().replaceAll("\\(.*", "")) {
      case "boolean" -> values.addAll(List.of(true, false));
      case "byte" ->
          List.of(0, 1, -1, 2, 7, 127, -128, 126).forEach(v -> values.add(v.byteValue()));
      case "short" ->
          List.of(0, 1, -1, 2, 100, 32767, -32768).forEach(v -> values.add(v.shortValue()));
      case "integer" ->
          values.addAll(
              List.of(
                  1,
                  0,
                  -1,
                  2,
                  3,
                  7,
                  -5,
                  12,
                  31,
                  100,
                  1000,
                  2024,
                  65,
                  128512,
                  1 << 24,
                  (1 << 24) + 1,
                  Integer.MAX_VALUE,
                  Integer.MIN_VALUE,
                  random.nextInt(),
                  random.nextInt(50) - 25));
      case "long" ->
          values.addAll(
              List.of(
                  1L,
                  0L,
                  -1L,
                  2L,
                  3L,
                  12L,
                  -7L,
                  1000L,
                  1L << 31,
                  -(1L << 31) - 1,
                  (1L << 53) + 1,
                  1_700_000_000L,
                  253_402_300_799L,
                  Long.MAX_VALUE,
                  Long.MIN_VALUE,
                  random.nextLong(),
                  (long) random.nextInt()));
      case "float" ->
          values.addAll(
              List.of(
                  0f,
                  -0f,
                  1f,
                  -1.5f,
                  0.1f,
                  3.4e38f,
                  -3.4e38f,
                  Float.MIN_VALUE,
                  16777217f,
                  Float.NaN,
                  Float.POSITIVE_INFINITY,
                  Float.NEGATIVE_INFINITY,
                  1e10f,
                  2.5f,
                  random.nextFloat()));
      case "double" ->
          values.addAll(
              List.of(
                  0.0,
                  -0.0,
                  1.0,
                  -1.5,
                  0.1,
                  0.3,
                  2.5,
                  3.5,
                  -2.5,
                  1e7,
                  1e-3,
                  9.999e6,
                  1e15,
                  1e16,
                  1e23,
                  123456789.125,
                  2147483648.0,
                  9.223372036854775807e18,
                  -9.3e18,
                  1e308,
                  -1e308,
                  Double.MIN_VALUE,
                  Double.NaN,
                  Double.POSITIVE_INFINITY,
                  Double.NEGATIVE_INFINITY,
                  random.nextGaussian(),
                  random.nextDouble() * 1e6));
      case "decimal" -> addDecimals(values, (DecimalType) type, random);
      case "string" -> STRINGS.forEach(v -> values.add(UTF8String.fromString(v)));
      case "binary" ->
          List.of("", "a", "\0\1", "hello", "ß😀", "\u00ff")
              .forEach(
                  v ->
                      values.add(
                          v.equals("\u00ff")
                              ? new byte[] {-1, -2, 0}
                              : v.getBytes(StandardCharsets.UTF_8)));
      case "date" -> {
        DATES.forEach(v -> values.add((int) v.toEpochDay()));
        values.add(random.nextInt(40000));
      }
      case "timestamp", "timestamp_ntz" -> {
        INSTANTS.forEach(v -> values.add(micros(v)));
        values.add(random.nextInt(2_000_000_000) * 1_000_000L + random.nextInt(1_000_000));
      }
      default -> throw new IllegalArgumentException(type.typeName());
    }
  }

  private static long micros(String text) {
    Instant instant = Instant.parse(text);
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
  }

  private static void addDecimals(List<@Nullable Object> values, DecimalType type, Random random) {
    BigInteger top = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
    for (BigInteger unscaled :
        List.of(
            BigInteger.ZERO,
            BigInteger.ONE,
            BigInteger.ONE.negate(),
            top,
            top.negate(),
            BigInteger.TEN.pow(type.scale()).min(top),
            BigInteger.valueOf(5)
                .multiply(BigInteger.TEN.pow(Math.max(type.scale() - 1, 0)))
                .min(top),
            BigInteger.valueOf(-15)
                .multiply(BigInteger.TEN.pow(Math.max(type.scale() - 1, 0)))
                .max(top.negate()),
            top.divide(BigInteger.TWO),
            new BigInteger(20, random).min(top),
            new BigInteger(type.precision() * 3, random).min(top),
            BigInteger.valueOf(33333333).min(top))) {
      values.add(
          Decimal.apply(new BigDecimal(unscaled, type.scale()), type.precision(), type.scale()));
    }
  }
}
