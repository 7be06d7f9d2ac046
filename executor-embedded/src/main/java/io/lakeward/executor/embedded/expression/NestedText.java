/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.HexFormat;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
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
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Catalyst's nested values as the JSON that {@link ValueTransport} speaks. */
final class NestedText {
  private static final ObjectMapper JSON = newMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final long FIRST_MICROS = -9_223_372_022_400_000_000L;
  private static final int LAST_DAYS = 2_147_483_646;

  private NestedText() {}

  private static ObjectMapper newMapper() {
    ObjectMapper mapper =
        JsonMapper.builder().enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS).build();
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder()
                .maxStringLength(Integer.MAX_VALUE)
                .maxNestingDepth(5000)
                .build());
    return mapper;
  }

  static @Nullable Object read(DataType type, String text) {
    try {
      return value(type, JSON.readTree(text));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          "A nested value arrived damaged: " + e.getOriginalMessage(), e);
    }
  }

  static String write(DataType type, @Nullable Object value) {
    try {
      return JSON.writeValueAsString(node(type, value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A nested value cannot be written.", e);
    }
  }

  /** A string that DuckDB can hold; Spark's may hold any bytes. */
  static String checkedString(UTF8String value) {
    if (!value.isValid()) {
      throw new EmbeddedLimitException(
          "A string value is not valid UTF-8, which the embedded engine cannot hold.");
    }
    return value.toString();
  }

  /**
   * A point in time that DuckDB can hold: its ends mean infinity, and its calendar begins a little
   * later than Spark's.
   */
  static long checkedMicros(long micros) {
    if (micros < FIRST_MICROS || micros == Long.MAX_VALUE) {
      throw new EmbeddedLimitException("A timestamp is beyond the range of the embedded engine.");
    }
    return micros;
  }

  /** A date that DuckDB can hold. */
  static int checkedDays(int days) {
    if (days < -LAST_DAYS || days > LAST_DAYS) {
      throw new EmbeddedLimitException("A date is beyond the range of the embedded engine.");
    }
    return days;
  }

  private static @Nullable Object value(DataType type, JsonNode node) {
    if (node.isNull()) {
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
      Object[] keys = new Object[node.size()];
      Object[] values = new Object[node.size()];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = value(map.keyType(), node.get(i).get("k"));
        values[i] = value(map.valueType(), node.get(i).get("v"));
      }
      return new ArrayBasedMapData(new GenericArrayData(keys), new GenericArrayData(values));
    }
    if (type instanceof StructType struct) {
      StructField[] fields = struct.fields();
      Object[] values = new Object[fields.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(fields[i].dataType(), node.get("f" + i));
      }
      return new GenericInternalRow(values);
    }
    return leaf(type, node.textValue());
  }

  private static Object leaf(DataType type, String text) {
    if (type instanceof StringType) {
      return UTF8String.fromString(text);
    }
    if (type instanceof BooleanType) {
      return Boolean.valueOf(text);
    }
    if (type instanceof ByteType) {
      return Byte.valueOf(text);
    }
    if (type instanceof ShortType) {
      return Short.valueOf(text);
    }
    if (type instanceof IntegerType || type instanceof DateType || type instanceof NullType) {
      return Integer.valueOf(text);
    }
    if (type instanceof FloatType) {
      return Float.valueOf(javaNumber(text));
    }
    if (type instanceof DoubleType) {
      return Double.valueOf(javaNumber(text));
    }
    if (type instanceof DecimalType decimal) {
      return Decimal.apply(new BigDecimal(text), decimal.precision(), decimal.scale());
    }
    return type instanceof BinaryType ? HexFormat.of().parseHex(text) : (Object) Long.valueOf(text);
  }

  private static String javaNumber(String text) {
    return switch (text) {
      case "nan", "-nan" -> "NaN";
      case "inf" -> "Infinity";
      case "-inf" -> "-Infinity";
      default -> text;
    };
  }

  private static JsonNode node(DataType type, @Nullable Object value) {
    if (value == null) {
      return NODES.nullNode();
    }
    if (type instanceof ArrayType array) {
      return arrayNode(array.elementType(), (ArrayData) value);
    }
    if (type instanceof MapType map) {
      MapData data = (MapData) value;
      ArrayNode entries = NODES.arrayNode();
      for (int i = 0; i < data.numElements(); i++) {
        ObjectNode entry = entries.addObject();
        entry.set("k", node(map.keyType(), item(data.keyArray(), i, map.keyType())));
        entry.set("v", node(map.valueType(), item(data.valueArray(), i, map.valueType())));
      }
      return entries;
    }
    if (type instanceof StructType struct) {
      InternalRow row = (InternalRow) value;
      ObjectNode object = NODES.objectNode();
      for (int i = 0; i < struct.fields().length; i++) {
        DataType fieldType = struct.fields()[i].dataType();
        object.set("f" + i, node(fieldType, row.isNullAt(i) ? null : row.get(i, fieldType)));
      }
      return object;
    }
    return NODES.textNode(leafText(type, value));
  }

  private static ArrayNode arrayNode(DataType elementType, ArrayData data) {
    ArrayNode items = NODES.arrayNode();
    for (int i = 0; i < data.numElements(); i++) {
      items.add(node(elementType, item(data, i, elementType)));
    }
    return items;
  }

  private static @Nullable Object item(ArrayData data, int index, DataType type) {
    return data.isNullAt(index) ? null : data.get(index, type);
  }

  private static String leafText(DataType type, Object value) {
    if (value instanceof UTF8String string) {
      return checkedString(string);
    }
    if (value instanceof Decimal decimal) {
      return decimal.toJavaBigDecimal().toPlainString();
    }
    if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return String.valueOf(checkedMicros((Long) value));
    }
    if (type instanceof DateType) {
      return String.valueOf(checkedDays((Integer) value));
    }
    return type instanceof BinaryType ? HexFormat.of().formatHex((byte[]) value) : value.toString();
  }
}
