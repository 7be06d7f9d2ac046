/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import com.fasterxml.jackson.core.JsonParser;
import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.autoloader.text.ValueKind;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.catalyst.json.JacksonParser;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Function1;

/** A column's type prepared for parsing; its scalars are converted by Spark's own code. */
public final class JsonType {
  enum Shape {
    SCALAR,
    STRUCT,
    ARRAY,
    MAP,
    VARIANT
  }

  private final Shape shape;
  private final ValueKind kind;
  private final @Nullable Function1<JsonParser, Object> converter;
  private final List<String> names;
  private final Map<String, Integer> positions;
  private final List<JsonType> children;
  private final boolean caseSensitive;

  private JsonType(
      Shape shape,
      ValueKind kind,
      @Nullable Function1<JsonParser, Object> converter,
      List<String> names,
      List<JsonType> children,
      boolean caseSensitive) {
    this.shape = shape;
    this.kind = kind;
    this.converter = converter;
    this.names = names;
    this.children = children;
    this.caseSensitive = caseSensitive;
    this.positions = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      positions.putIfAbsent(key(names.get(i)), i);
    }
  }

  static JsonType of(String column, DataType type, JacksonParser spark, boolean caseSensitive) {
    ValueKind kind = ValueKind.of(type);
    if (kind == null) {
      throw new ProjectException(SourceProblems.columnTypeUnsupported(column, type.sql()));
    }
    List<String> names = new ArrayList<>();
    List<JsonType> children = new ArrayList<>();
    if (kind == ValueKind.VARIANT) {
      return new JsonType(Shape.VARIANT, kind, null, names, children, caseSensitive);
    }
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        names.add(field.name());
        children.add(of(column, field.dataType(), spark, caseSensitive));
      }
      return new JsonType(Shape.STRUCT, kind, null, names, children, caseSensitive);
    }
    if (type instanceof ArrayType array) {
      children.add(of(column, array.elementType(), spark, caseSensitive));
      return new JsonType(Shape.ARRAY, kind, null, names, children, caseSensitive);
    }
    if (type instanceof MapType map) {
      children.add(of(column, map.valueType(), spark, caseSensitive));
      return new JsonType(Shape.MAP, kind, null, names, children, caseSensitive);
    }
    return new JsonType(
        Shape.SCALAR, kind, spark.makeConverter(type), names, children, caseSensitive);
  }

  Shape shape() {
    return shape;
  }

  ValueKind kind() {
    return kind;
  }

  List<String> names() {
    return names;
  }

  /** A struct's field by its name, or -1. */
  int position(String name) {
    Integer position = positions.get(key(name));
    return position == null ? -1 : position;
  }

  JsonType child(int position) {
    return children.get(position);
  }

  /** The value at the parser's token, as Spark reads it. Throws whatever Spark throws. */
  @Nullable Object convert(JsonParser parser) {
    if (converter == null) {
      throw new IllegalStateException("only scalars are converted");
    }
    return converter.apply(parser);
  }

  private String key(String name) {
    return caseSensitive ? name : name.toLowerCase(Locale.ROOT);
  }
}
