/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.xml;

import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.autoloader.text.ValueKind;
import io.lakeward.model.problem.ProjectException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.catalyst.csv.UnivocityParser;
import org.apache.spark.sql.catalyst.expressions.ExprUtils;
import org.apache.spark.sql.catalyst.xml.XmlOptions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import scala.Function1;

/** A wanted type and how texts of XML become its values; one per thread. */
public final class XmlType {
  /** What a type is made of. */
  enum Shape {
    SCALAR,
    STRUCT,
    ARRAY,
    MAP
  }

  private final Shape shape;
  private final ValueKind kind;
  private final List<XmlType> children = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> positions = new HashMap<>();
  private final boolean caseSensitive;
  private final XmlOptions options;
  private final @Nullable Function1<String, Object> times;
  private final Function1<String, BigDecimal> decimals;
  private final DataType type;

  XmlType(
      String column,
      DataType type,
      XmlOptions options,
      UnivocityParser converters,
      boolean caseSensitive) {
    ValueKind of = ValueKind.of(type);
    if (of == null || of == ValueKind.VARIANT || of == ValueKind.BINARY) {
      throw new ProjectException(SourceProblems.columnTypeUnsupported(column, type.sql()));
    }
    this.type = type;
    this.kind = of;
    this.options = options;
    this.caseSensitive = caseSensitive;
    this.decimals = ExprUtils.getDecimalParser(options.locale());
    boolean time =
        kind == ValueKind.DATE || kind == ValueKind.TIMESTAMP || kind == ValueKind.TIMESTAMP_NTZ;
    this.times = time ? converters.makeConverter(column, type, true) : null;
    if (type instanceof StructType struct) {
      shape = Shape.STRUCT;
      for (StructField field : struct.fields()) {
        positions.putIfAbsent(key(field.name()), names.size());
        names.add(field.name());
        children.add(
            new XmlType(field.name(), field.dataType(), options, converters, caseSensitive));
      }
    } else if (type instanceof ArrayType array) {
      shape = Shape.ARRAY;
      children.add(new XmlType(column, array.elementType(), options, converters, caseSensitive));
    } else if (type instanceof MapType map) {
      shape = Shape.MAP;
      children.add(new XmlType(column, map.valueType(), options, converters, caseSensitive));
    } else {
      shape = Shape.SCALAR;
    }
  }

  private String key(String name) {
    return caseSensitive ? name : name.toLowerCase(Locale.ROOT);
  }

  Shape shape() {
    return shape;
  }

  ValueKind kind() {
    return kind;
  }

  XmlType child(int index) {
    return children.get(index);
  }

  List<String> names() {
    return names;
  }

  /** The field of a struct, or -1. */
  int position(String name) {
    return positions.getOrDefault(key(name), -1);
  }

  /** The value of a text; null stands for NULL. */
  @Nullable Object scalar(String text) throws XmlRecordParser.Mismatch {
    String value = options.ignoreSurroundingSpaces() ? text.trim() : text;
    if (value.equals(options.nullValue())) {
      return null;
    }
    if (kind == ValueKind.STRING || kind == ValueKind.NULL) {
      return UTF8String.fromString(value);
    }
    if (value.isBlank()) {
      return null;
    }
    try {
      return converted(value);
    } catch (Exception e) {
      // Scala's code throws checked exceptions too, for a wall clock's time for example.
      throw new XmlRecordParser.Mismatch();
    }
  }

  private Object converted(String value) {
    return switch (kind) {
      case BOOLEAN ->
          switch (value.toLowerCase(Locale.ROOT)) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw new IllegalArgumentException(value);
          };
      case BYTE -> Byte.parseByte(value);
      case SHORT -> Short.parseShort(value);
      case INT -> Integer.parseInt(value);
      case LONG -> Long.parseLong(value);
      case FLOAT -> Float.parseFloat(value);
      case DOUBLE -> Double.parseDouble(value);
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        yield Decimal.apply(decimals.apply(value), decimal.precision(), decimal.scale());
      }
      case DATE, TIMESTAMP, TIMESTAMP_NTZ -> java.util.Objects.requireNonNull(times).apply(value);
      default -> throw new IllegalArgumentException(value);
    };
  }
}
