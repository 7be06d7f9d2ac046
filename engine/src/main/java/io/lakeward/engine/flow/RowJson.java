/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.executor.QueryResult;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Rows as a {@link QueryResult} has them, as JSON objects for people to read. */
final class RowJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private RowJson() {}

  /**
   * @param positions where in the row the value of each column stands
   * @param masked names of columns, in lower case, whose values are not shown
   */
  static String of(
      List<Attribute> columns,
      List<@Nullable Object> row,
      List<Integer> positions,
      Set<String> masked) {
    ObjectNode object = NODES.objectNode();
    for (int i = 0; i < columns.size(); i++) {
      Attribute column = columns.get(i);
      object.set(
          column.name(),
          masked.contains(column.name().toLowerCase(Locale.ROOT))
              ? NODES.textNode("***")
              : value(row.get(positions.get(i)), column.dataType()));
    }
    return object.toString();
  }

  private static JsonNode value(@Nullable Object value, DataType type) {
    if (value == null) {
      return NODES.nullNode();
    }
    if (value instanceof Boolean flag) {
      return NODES.booleanNode(flag);
    }
    if (value instanceof BigDecimal decimal) {
      return NODES.numberNode(decimal);
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number)
          ? value instanceof Float single ? NODES.numberNode(single) : NODES.numberNode(number)
          : NODES.textNode(String.valueOf(number));
    }
    if (value instanceof Number number) {
      return NODES.numberNode(number.longValue());
    }
    if (value instanceof byte[] bytes) {
      return NODES.binaryNode(bytes);
    }
    return nested(value, type);
  }

  private static JsonNode nested(Object value, DataType type) {
    if (value instanceof List<?> list && type instanceof StructType struct) {
      ObjectNode object = NODES.objectNode();
      StructField[] fields = struct.fields();
      for (int i = 0; i < fields.length; i++) {
        object.set(fields[i].name(), value(list.get(i), fields[i].dataType()));
      }
      return object;
    }
    if (value instanceof List<?> list && type instanceof ArrayType array) {
      ArrayNode items = NODES.arrayNode();
      list.forEach(item -> items.add(value(item, array.elementType())));
      return items;
    }
    if (value instanceof Map<?, ?> map && type instanceof MapType entries) {
      ObjectNode object = NODES.objectNode();
      map.forEach((k, v) -> object.set(String.valueOf(k), value(v, entries.valueType())));
      return object;
    }
    return NODES.textNode(value.toString());
  }
}
