/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.lakeward.autoloader.text.JsonText;
import io.lakeward.autoloader.text.ValueKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.json.JSONOptions;
import org.apache.spark.sql.catalyst.json.JacksonParser;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.BadRecordException;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** What Spark's own parser makes of a record, in the form in which rows are delivered. */
public final class SparkJson {
  private final StructType schema;
  private final JacksonParser parser;

  SparkJson(StructType schema, Map<String, String> options, String zone) {
    this.schema = schema;
    JSONOptions json =
        new JSONOptions(
            scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(options)),
            zone,
            "_corrupt_record");
    parser = new JacksonParser(schema, json, true, JacksonParser.$lessinit$greater$default$4());
  }

  /** The rows; partial ones where a value is wrong; null if the record is malformed. */
  @Nullable List<List<@Nullable Object>> rows(String record) {
    byte[] bytes = record.getBytes(StandardCharsets.UTF_8);
    Iterable<InternalRow> rows;
    try {
      rows =
          CollectionConverters.asJava(
              parser.parse(
                  bytes,
                  (JsonFactory factory, byte[] b) -> parserOf(factory, b),
                  b -> UTF8String.fromBytes(b)));
    } catch (Exception e) {
      if (!(e instanceof BadRecordException bad)) {
        throw new AssertionError(record, e);
      }
      InternalRow[] partial = bad.partialResults().apply();
      if (partial.length == 0) {
        return null;
      }
      rows = Arrays.asList(partial);
    }
    List<List<@Nullable Object>> result = new ArrayList<>();
    for (InternalRow row : rows) {
      List<@Nullable Object> values = new ArrayList<>();
      for (int i = 0; i < schema.length(); i++) {
        DataType type = schema.fields()[i].dataType();
        values.add(row.isNullAt(i) ? null : delivered(type, row, i));
      }
      result.add(values);
    }
    return result;
  }

  private static JsonParser parserOf(JsonFactory factory, byte[] bytes) {
    try {
      return factory.createParser(bytes, 0, bytes.length);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** A value of a row in the form in which it is delivered. */
  public static Object delivered(DataType type, SpecializedGetters from, int at) {
    ValueKind kind = ValueKind.of(type);
    if (kind == ValueKind.NESTED) {
      JsonText text = new JsonText();
      write(text, type, from, at);
      return text.toString();
    }
    Object value = from.get(at, type);
    if (value instanceof Decimal decimal) {
      return decimal.toJavaBigDecimal();
    }
    if (value instanceof byte[] bytes) {
      return Arrays.toString(bytes);
    }
    return value instanceof UTF8String text ? text.toString() : value;
  }

  private static void write(JsonText out, DataType type, SpecializedGetters from, int at) {
    if (from.isNullAt(at)) {
      out.raw("null");
    } else if (type instanceof StructType struct) {
      InternalRow row = from.getStruct(at, struct.length());
      out.raw('{');
      for (int i = 0; i < struct.length(); i++) {
        out.raw(i > 0 ? "," : "").string(struct.fields()[i].name()).raw(':');
        write(out, struct.fields()[i].dataType(), row, i);
      }
      out.raw('}');
    } else if (type instanceof ArrayType array) {
      ArrayData items = from.getArray(at);
      out.raw('[');
      for (int i = 0; i < items.numElements(); i++) {
        out.raw(i > 0 ? "," : "");
        write(out, array.elementType(), items, i);
      }
      out.raw(']');
    } else if (type instanceof MapType map) {
      MapData entries = from.getMap(at);
      out.raw('{');
      for (int i = 0; i < entries.numElements(); i++) {
        out.raw(i > 0 ? "," : "").string(entries.keyArray().getUTF8String(i).toString()).raw(':');
        write(out, map.valueType(), entries.valueArray(), i);
      }
      out.raw('}');
    } else {
      ValueKind kind = ValueKind.of(type);
      out.internal(kind == null ? ValueKind.NULL : kind, from.get(at, type));
    }
  }
}
