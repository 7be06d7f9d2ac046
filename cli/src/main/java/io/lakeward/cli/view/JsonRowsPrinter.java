/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import com.fasterxml.jackson.core.JsonGenerator;
import io.lakeward.engine.executor.QueryResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Rows as a JSON array of objects. Numbers stay numbers, decimals with all their digits; timestamps
 * are ISO 8601 in the session's time zone; binary is Base64; NaN and infinities are strings, as
 * Spark's {@code to_json} has them.
 */
public final class JsonRowsPrinter implements RowsPrinter {

  private final ZoneId zone;
  private final ValueText keys;

  public JsonRowsPrinter(ZoneId zone) {
    this.zone = zone;
    this.keys = new ValueText(zone);
  }

  @Override
  public String print(QueryResult result) {
    return JsonText.write(
        json -> {
          json.writeStartArray();
          for (List<@Nullable Object> row : result.rows()) {
            struct(json, row, result.schema());
          }
          json.writeEndArray();
        });
  }

  private void struct(JsonGenerator json, List<?> values, StructType type) throws IOException {
    json.writeStartObject();
    for (int i = 0; i < type.fields().length; i++) {
      json.writeFieldName(type.fields()[i].name());
      value(json, values.get(i), type.fields()[i].dataType());
    }
    json.writeEndObject();
  }

  private void value(JsonGenerator json, @Nullable Object value, DataType type) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof List<?> list) {
      if (type instanceof StructType struct) {
        struct(json, list, struct);
      } else {
        array(json, list, type instanceof ArrayType array ? array.elementType() : type);
      }
    } else if (value instanceof Map<?, ?> map) {
      map(json, map, type);
    } else if (value instanceof Number number) {
      number(json, number);
    } else if (value instanceof Boolean bool) {
      json.writeBoolean(bool);
    } else if (value instanceof byte[] bytes) {
      json.writeBinary(bytes);
    } else if (value instanceof LocalDateTime local) {
      json.writeString(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(local));
    } else if (value instanceof Instant instant) {
      json.writeString(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(instant.atZone(zone)));
    } else {
      json.writeString(value.toString());
    }
  }

  private void array(JsonGenerator json, List<?> values, DataType element) throws IOException {
    json.writeStartArray();
    for (Object value : values) {
      value(json, value, element);
    }
    json.writeEndArray();
  }

  private void map(JsonGenerator json, Map<?, ?> values, DataType type) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      DataType key = type instanceof MapType map ? map.keyType() : type;
      json.writeFieldName(keys.text(entry.getKey(), key));
      value(json, entry.getValue(), type instanceof MapType map ? map.valueType() : type);
    }
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, Number number) throws IOException {
    if (number instanceof BigDecimal decimal) {
      json.writeNumber(decimal);
    } else if (number instanceof BigInteger integer) {
      json.writeNumber(integer);
    } else if (number instanceof Double || number instanceof Float) {
      double value = number.doubleValue();
      if (Double.isNaN(value) || Double.isInfinite(value)) {
        json.writeString(number.toString());
      } else if (number instanceof Float single) {
        json.writeNumber(single);
      } else {
        json.writeNumber(value);
      }
    } else {
      json.writeNumber(number.longValue());
    }
  }
}
