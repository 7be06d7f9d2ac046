/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.ArrayType;
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
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.types.variant.Variant;
import org.apache.spark.types.variant.VariantBuilder;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.unsafe.types.VariantVal;
import org.jspecify.annotations.Nullable;

/** Reads the JSON text in which a record reader delivers nested values. */
final class NestedValues {
  private static final ObjectMapper JSON = newMapper();
  private static final String BEFORE_CHRIST = " (BC)";

  private NestedValues() {}

  private static ObjectMapper newMapper() {
    ObjectMapper mapper =
        JsonMapper.builder().enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS).build();
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder()
                .maxStringLength(Integer.MAX_VALUE)
                .maxNumberLength(Integer.MAX_VALUE)
                .maxNestingDepth(5000)
                .build());
    return mapper.enable(
        com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
  }

  static @Nullable Object read(DataType type, byte[] json) {
    try {
      return type instanceof VariantType ? variant(json) : value(type, JSON.readTree(json));
    } catch (IOException e) {
      throw new IllegalStateException("a nested value arrived damaged", e);
    }
  }

  private static VariantVal variant(byte[] json) throws IOException {
    Variant variant = VariantBuilder.parseJson(new String(json, StandardCharsets.UTF_8), false);
    return new VariantVal(variant.getValue(), variant.getMetadata());
  }

  private static @Nullable Object value(DataType type, @Nullable JsonNode node) {
    if (node == null || node.isNull() || node.isMissingNode()) {
      return null;
    }
    if (type instanceof ArrayType array) {
      Object[] items = new Object[node.size()];
      for (int i = 0; i < items.length; i++) {
        items[i] = value(array.elementType(), node.get(i));
      }
      return new GenericArrayData(items);
    }
    if (type instanceof MapType map) {
      List<Object> keys = new ArrayList<>();
      List<@Nullable Object> values = new ArrayList<>();
      for (Map.Entry<String, JsonNode> entry : node.properties()) {
        keys.add(UTF8String.fromString(entry.getKey()));
        values.add(value(map.valueType(), entry.getValue()));
      }
      return new ArrayBasedMapData(
          new GenericArrayData(keys.toArray()), new GenericArrayData(values.toArray()));
    }
    if (type instanceof StructType struct) {
      StructField[] fields = struct.fields();
      Object[] values = new Object[fields.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(fields[i].dataType(), node.get(fields[i].name()));
      }
      return new GenericInternalRow(values);
    }
    return leaf(type, node);
  }

  private static @Nullable Object leaf(DataType type, JsonNode node) {
    if (type instanceof StringType) {
      return UTF8String.fromString(node.textValue());
    }
    if (type instanceof BooleanType) {
      return node.booleanValue();
    }
    if (type instanceof ByteType) {
      return (byte) node.intValue();
    }
    if (type instanceof ShortType) {
      return (short) node.intValue();
    }
    if (type instanceof IntegerType) {
      return node.intValue();
    }
    if (type instanceof LongType) {
      return node.longValue();
    }
    if (type instanceof FloatType) {
      return Float.parseFloat(node.asText());
    }
    if (type instanceof DoubleType) {
      return Double.parseDouble(node.asText());
    }
    if (type instanceof DecimalType decimal) {
      return Decimal.apply(new BigDecimal(node.asText()), decimal.precision(), decimal.scale());
    }
    if (type instanceof DateType) {
      return (int) date(node.textValue()).toEpochDay();
    }
    if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return micros(node.textValue());
    }
    return type instanceof BinaryType ? Base64.getDecoder().decode(node.textValue()) : null;
  }

  /** Such as {@code 0044-03-15 (BC)}. */
  private static LocalDate date(String text) {
    boolean before = text.endsWith(BEFORE_CHRIST);
    String plain = before ? text.substring(0, text.length() - BEFORE_CHRIST.length()) : text;
    int monthAt = plain.indexOf('-');
    int year = Integer.parseInt(plain.substring(0, monthAt));
    return LocalDate.of(
        before ? 1 - year : year,
        Integer.parseInt(plain.substring(monthAt + 1, monthAt + 3)),
        Integer.parseInt(plain.substring(monthAt + 4, monthAt + 6)));
  }

  /** Such as {@code 2026-01-31 12:00:00.5+00}; the zone, if there is one, is UTC. */
  private static long micros(String text) {
    String plain = text.endsWith("+00") ? text.substring(0, text.length() - 3) : text;
    int timeAt = plain.lastIndexOf(' ');
    LocalDateTime time =
        LocalDateTime.of(
            date(plain.substring(0, timeAt)), LocalTime.parse(plain.substring(timeAt + 1)));
    long seconds = time.toEpochSecond(ZoneOffset.UTC);
    return Math.addExact(
        Math.multiplyExact(seconds, 1_000_000L),
        time.get(java.time.temporal.ChronoField.MICRO_OF_SECOND));
  }
}
