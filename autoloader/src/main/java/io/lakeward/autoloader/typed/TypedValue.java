/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import io.lakeward.autoloader.rows.RescuedData;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.schema.TypeWidening;
import io.lakeward.autoloader.text.JsonText;
import io.lakeward.autoloader.text.ValueKind;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Makes of a value as a typed file holds it one of the type that is wanted: the same, or a wider
 * one. A wrong field of a struct becomes NULL and is rescued; a wrong item spoils its array or map.
 */
public final class TypedValue {
  /** The value does not fit the type that is wanted. */
  static final class Mismatch extends Exception {
    private static final long serialVersionUID = 1L;

    Mismatch() {
      super(null, null, false, false);
    }
  }

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final DataType wanted;
  private final DataType found;
  private final ValueKind kind;
  // Of a struct by the found fields; of an array the item; of a map key and value.
  private final @Nullable TypedValue[] children;
  private final int[] targets;
  private final List<String> names;

  private TypedValue(
      DataType wanted, DataType found, @Nullable TypedValue[] children, int[] targets) {
    this.wanted = wanted;
    this.found = found;
    ValueKind of = ValueKind.of(wanted);
    this.kind = of == null ? ValueKind.NULL : of;
    this.children = children;
    this.targets = targets;
    this.names = wanted instanceof StructType struct ? List.of(struct.fieldNames()) : List.of();
  }

  static TypedValue of(DataType wanted, DataType found, boolean caseSensitive) {
    if (wanted instanceof StructType w && found instanceof StructType f) {
      Map<String, Integer> positions = new HashMap<>();
      for (int i = 0; i < w.length(); i++) {
        positions.putIfAbsent(key(w.fields()[i].name(), caseSensitive), i);
      }
      @Nullable TypedValue[] children = new TypedValue[f.length()];
      int[] targets = new int[f.length()];
      for (int i = 0; i < targets.length; i++) {
        Integer target = positions.remove(key(f.fields()[i].name(), caseSensitive));
        targets[i] = target == null ? -1 : target;
        children[i] =
            target == null
                ? null
                : of(w.fields()[target].dataType(), f.fields()[i].dataType(), caseSensitive);
      }
      return new TypedValue(wanted, found, children, targets);
    }
    if (wanted instanceof ArrayType w && found instanceof ArrayType f) {
      TypedValue item = of(w.elementType(), f.elementType(), caseSensitive);
      return new TypedValue(wanted, found, new TypedValue[] {item}, new int[0]);
    }
    if (wanted instanceof MapType w && found instanceof MapType f) {
      TypedValue key = of(w.keyType(), f.keyType(), caseSensitive);
      TypedValue value = of(w.valueType(), f.valueType(), caseSensitive);
      return new TypedValue(wanted, found, new TypedValue[] {key, value}, new int[0]);
    }
    return new TypedValue(wanted, found, new TypedValue[0], new int[0]);
  }

  private static String key(String name, boolean caseSensitive) {
    return caseSensitive ? name : name.toLowerCase(Locale.ROOT);
  }

  /** Puts a value into a column. */
  void put(Object value, int column, RowBuffer row, RescuedData rescued) throws Mismatch {
    if (kind == ValueKind.NESTED) {
      JsonText text = new JsonText();
      write(value, text, rescued);
      row.putText(column, text.toUtf8());
    } else {
      row.putInternal(column, scalar(value));
    }
  }

  private void write(@Nullable Object value, JsonText out, RescuedData rescued) throws Mismatch {
    if (value == null) {
      out.raw("null");
    } else if (kind != ValueKind.NESTED) {
      out.internal(kind, scalar(value));
    } else if (children.length == 0
        && !(wanted instanceof StructType && value instanceof Object[])) {
      throw new Mismatch();
    } else if (wanted instanceof StructType) {
      struct((@Nullable Object[]) value, out, rescued);
    } else if (wanted instanceof ArrayType) {
      array((List<?>) value, out, rescued);
    } else {
      map((List<?>) value, out, rescued);
    }
  }

  private void struct(@Nullable Object[] values, JsonText out, RescuedData rescued) {
    @Nullable String[] texts = new String[names.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      TypedValue child = children[i];
      String name = ((StructType) found).fields()[i].name();
      int depth = rescued.depth();
      if (value != null && child == null) {
        rescued.add(name, json(((StructType) found).fields()[i].dataType(), value));
      } else if (value != null && child != null) {
        JsonText text = new JsonText();
        try {
          rescued.enter(name);
          child.write(value, text, rescued);
          texts[targets[i]] = text.toString();
        } catch (Mismatch e) {
          rescued.leaveTo(depth);
          rescued.add(name, rescuedJson(child, value));
        } finally {
          rescued.leaveTo(depth);
        }
      }
    }
    out.object(names, texts);
  }

  private void array(List<?> items, JsonText out, RescuedData rescued) throws Mismatch {
    TypedValue item = child(0);
    out.raw('[');
    int depth = rescued.depth();
    for (int i = 0; i < items.size(); i++) {
      if (i > 0) {
        out.raw(',');
      }
      rescued.enter(Integer.toString(i));
      item.write(items.get(i), out, rescued);
      rescued.leaveTo(depth);
    }
    out.raw(']');
  }

  private void map(List<?> entries, JsonText out, RescuedData rescued) throws Mismatch {
    Map<String, String> texts = new LinkedHashMap<>();
    int depth = rescued.depth();
    for (Object entry : entries) {
      @Nullable Object[] pair = (@Nullable Object[]) entry;
      String name = keyText(pair[0]);
      JsonText text = new JsonText();
      rescued.enter(name);
      child(1).write(pair[1], text, rescued);
      rescued.leaveTo(depth);
      texts.put(name, text.toString());
    }
    out.object(texts);
  }

  /** A map's keys become names of an object. */
  private String keyText(@Nullable Object value) throws Mismatch {
    if (value == null) {
      throw new Mismatch();
    }
    JsonText text = new JsonText();
    child(0).write(value, text, new RescuedData());
    String json = text.toString();
    return child(0).kind == ValueKind.STRING
        ? String.valueOf(child(0).scalar(value))
        : json.startsWith("\"") ? json.substring(1, json.length() - 1) : json;
  }

  private TypedValue child(int index) {
    TypedValue child = children[index];
    if (child == null) {
      throw new IllegalStateException("no child " + index);
    }
    return child;
  }

  private Object scalar(Object value) throws Mismatch {
    if (value instanceof Nanoseconds nanos) {
      return fromNanoseconds(nanos.value());
    }
    if (wanted instanceof StringType) {
      return text(value);
    }
    if (wanted instanceof BinaryType) {
      return value instanceof UTF8String text ? text.getBytes() : same(value, byte[].class);
    }
    if (wanted.equals(found)) {
      return value;
    }
    if (wanted instanceof TimestampType && found instanceof TimestampNTZType) {
      // As in Spark: the file's microseconds count from 1970 in UTC.
      return value;
    }
    if (kind == ValueKind.BYTE || kind == ValueKind.SHORT) {
      return narrowed(value);
    }
    if (!TypeWidening.canRead(found, wanted)) {
      throw new Mismatch();
    }
    return widened(value);
  }

  /** Small integers have no physical type of their own in files. */
  private Object narrowed(Object value) throws Mismatch {
    boolean integer = value instanceof Integer || value instanceof Short || value instanceof Byte;
    long number = integer ? ((Number) value).longValue() : Long.MAX_VALUE;
    if (kind == ValueKind.BYTE && number == (byte) number) {
      return (byte) number;
    }
    if (kind == ValueKind.SHORT && number == (short) number) {
      return (short) number;
    }
    throw new Mismatch();
  }

  private Object widened(Object value) throws Mismatch {
    switch (kind) {
      case INT:
        return ((Number) value).intValue();
      case LONG:
        return ((Number) value).longValue();
      case DOUBLE:
        return ((Number) value).doubleValue();
      case DECIMAL:
        DecimalType type = (DecimalType) wanted;
        java.math.BigDecimal exact =
            value instanceof Decimal decimal
                ? decimal.toJavaBigDecimal()
                : java.math.BigDecimal.valueOf(((Number) value).longValue());
        return Decimal.apply(exact.setScale(type.scale()), type.precision(), type.scale());
      case TIMESTAMP_NTZ:
        if (found instanceof DateType) {
          return ((Number) value).longValue() * MICROS_PER_DAY;
        }
        throw new Mismatch();
      default:
        throw new Mismatch();
    }
  }

  private Object fromNanoseconds(long nanos) throws Mismatch {
    if (wanted instanceof LongType) {
      return nanos;
    }
    boolean time = wanted instanceof TimestampType || wanted.equals(found);
    if (!time || Math.floorMod(nanos, 1000) != 0) {
      throw new Mismatch();
    }
    return Math.floorDiv(nanos, 1000L);
  }

  private Object text(Object value) throws Mismatch {
    UTF8String text =
        value instanceof byte[] bytes
            ? UTF8String.fromBytes(bytes)
            : (UTF8String) same(value, UTF8String.class);
    if (!text.isValid()) {
      throw new Mismatch();
    }
    return text;
  }

  private static Object same(Object value, Class<?> type) throws Mismatch {
    if (!type.isInstance(value)) {
      throw new Mismatch();
    }
    return value;
  }

  /** A value of the wrong type; an object or array in a scalar's place becomes a string. */
  static String rescuedJson(TypedValue type, Object value) {
    String json = json(type.found, value);
    boolean nested = ValueKind.of(type.found) == ValueKind.NESTED;
    return nested && type.kind != ValueKind.NESTED ? new JsonText().string(json).toString() : json;
  }

  /** The value as JSON; numbers are numbers. */
  static String json(DataType type, @Nullable Object value) {
    JsonText out = new JsonText();
    if (value == null) {
      return "null";
    } else if (value instanceof Nanoseconds nanos) {
      out.raw(Long.toString(nanos.value()));
    } else if (value instanceof Decimal decimal) {
      out.raw(decimal.toJavaBigDecimal().toPlainString());
    } else if (value instanceof UTF8String text && !text.isValid()) {
      out.string(Base64.getEncoder().encodeToString(text.getBytes()));
    } else if (type instanceof StructType struct && value instanceof Object[] values) {
      @Nullable String[] texts = new String[values.length];
      for (int i = 0; i < values.length; i++) {
        texts[i] = json(struct.fields()[i].dataType(), values[i]);
      }
      out.object(List.of(struct.fieldNames()), texts);
    } else if (type instanceof ArrayType array && value instanceof List<?> items) {
      out.raw('[');
      for (int i = 0; i < items.size(); i++) {
        out.raw(i == 0 ? "" : ",").raw(json(array.elementType(), items.get(i)));
      }
      out.raw(']');
    } else if (type instanceof MapType map && value instanceof List<?> entries) {
      char separator = '{';
      for (Object entry : entries) {
        @Nullable Object[] pair = (@Nullable Object[]) entry;
        String key = json(map.keyType(), pair[0]);
        out.raw(separator).raw(key.startsWith("\"") ? key : new JsonText().string(key).toString());
        out.raw(':').raw(json(map.valueType(), pair[1]));
        separator = ',';
      }
      out.raw(entries.isEmpty() ? "{}" : "}");
    } else {
      ValueKind kind = ValueKind.of(type);
      if (kind == null) {
        return value instanceof Number
            ? value.toString()
            : new JsonText()
                .string(
                    value instanceof byte[] b
                        ? Base64.getEncoder().encodeToString(b)
                        : value.toString())
                .toString();
      }
      out.internal(kind, value);
    }
    return out.toString();
  }
}
