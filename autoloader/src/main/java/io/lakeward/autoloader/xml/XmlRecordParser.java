/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.xml;

import io.lakeward.autoloader.rows.FieldColumns;
import io.lakeward.autoloader.rows.RescuedData;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.text.JsonText;
import io.lakeward.autoloader.text.ValueKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.xml.XmlOptions;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows of elements by Spark's rules: attributes and elements are fields, a text beside them
 * is the field {@code valueTag}, a repeated element an array. What has no field, or is not of its
 * field's type, is rescued.
 */
public final class XmlRecordParser {
  /** The text is not of the wanted type. */
  static final class Mismatch extends Exception {
    private static final long serialVersionUID = 1L;

    Mismatch() {
      super(null, null, false, false);
    }
  }

  private final XmlOptions options;
  private final RescuedData rescued = new RescuedData();
  private boolean mismatched;

  XmlRecordParser(XmlOptions options) {
    this.options = options;
  }

  RescuedData rescued() {
    return rescued;
  }

  /** Whether a value of the last record did not have its column's type. */
  boolean isMismatched() {
    return mismatched;
  }

  /** The texts and elements of an element by the names of their fields. */
  private Map<String, List<Object>> fields(XmlNode node) {
    Map<String, List<Object>> fields = new LinkedHashMap<>();
    node.attributes()
        .forEach(a -> fields.computeIfAbsent(a.getKey(), k -> new ArrayList<>()).add(a.getValue()));
    for (Object part : node.content()) {
      if (part instanceof XmlNode child) {
        fields.computeIfAbsent(child.name(), k -> new ArrayList<>()).add(child);
      } else if (!((String) part).isBlank()) {
        fields.computeIfAbsent(options.valueTag(), k -> new ArrayList<>()).add(part);
      }
    }
    return fields;
  }

  /** Where a column's values go. */
  interface Columns {
    /** The column for a field, or one of FieldColumns' constants. */
    int position(String name);

    XmlType type(int column);

    boolean isWanted(int column);
  }

  void row(XmlNode node, Columns columns, RowBuffer row) {
    row.clear();
    rescued.clear();
    mismatched = false;
    for (Map.Entry<String, List<Object>> field : fields(node).entrySet()) {
      String name = field.getKey();
      int column = columns.position(name);
      if (column == FieldColumns.UNKNOWN) {
        unknown(name, field.getValue());
      } else if (column >= 0 && columns.isWanted(column)) {
        XmlType type = columns.type(column);
        if (type.shape() == XmlType.Shape.SCALAR) {
          scalarColumn(name, field.getValue(), type, column, row);
        } else {
          JsonText text = new JsonText();
          if (field(name, field.getValue(), type, text)) {
            row.putText(column, text.toUtf8());
          }
        }
      }
    }
  }

  private void scalarColumn(
      String name, List<Object> found, XmlType type, int column, RowBuffer row) {
    keepOthers(name, found);
    Object last = found.get(found.size() - 1);
    try {
      row.putInternal(column, scalar(name, last, type));
    } catch (Mismatch e) {
      mismatch(name, last);
    }
  }

  /** Of a repeated element only the last one fits a column that is no array. */
  private void keepOthers(String name, List<Object> found) {
    if (found.size() > 1) {
      rescued.add(name, json(found.subList(0, found.size() - 1)));
    }
  }

  private void mismatch(String name, Object found) {
    mismatched = true;
    String json = json(found);
    // An element in a scalar's place becomes a string.
    rescued.add(name, json.startsWith("\"") ? json : new JsonText().string(json).toString());
  }

  private void unknown(String name, List<Object> found) {
    rescued.noteUnknown(name);
    rescued.add(name, found.size() == 1 ? json(found.get(0)) : json(found));
  }

  /** Writes the value of a field, or rescues it and returns false. */
  private boolean field(String name, List<Object> found, XmlType type, JsonText out) {
    int depth = rescued.depth();
    try {
      rescued.enter(name);
      if (type.shape() == XmlType.Shape.ARRAY) {
        out.raw('[');
        for (int i = 0; i < found.size(); i++) {
          out.raw(i == 0 ? "" : ",");
          rescued.enter(Integer.toString(i));
          value(name, found.get(i), type.child(0), out);
          rescued.leaveTo(depth + 1);
        }
        out.raw(']');
      } else {
        if (found.size() > 1) {
          rescued.leaveTo(depth);
          keepOthers(name, found);
          rescued.enter(name);
        }
        value(name, found.get(found.size() - 1), type, out);
      }
      return true;
    } catch (Mismatch e) {
      rescued.leaveTo(depth);
      mismatched = true;
      if (type.shape() == XmlType.Shape.ARRAY) {
        rescued.add(name, json(found));
      } else {
        mismatch(name, found.get(found.size() - 1));
      }
      return false;
    } finally {
      rescued.leaveTo(depth);
    }
  }

  private void value(String name, Object found, XmlType type, JsonText out) throws Mismatch {
    switch (type.shape()) {
      case SCALAR -> out.internal(type.kind(), scalar(name, found, type));
      case ARRAY -> value(name, found, type.child(0), out);
      case STRUCT -> struct(found, type, out);
      case MAP -> map(found, type.child(0), out);
    }
  }

  private void struct(Object found, XmlType type, JsonText out) {
    Map<String, List<Object>> fields =
        found instanceof XmlNode node ? fields(node) : Map.of(options.valueTag(), List.of(found));
    @Nullable String[] values = new String[type.names().size()];
    fields.forEach(
        (name, parts) -> {
          int position = type.position(name);
          if (position < 0) {
            unknown(name, parts);
          } else {
            JsonText text = new JsonText();
            if (field(name, parts, type.child(position), text)) {
              values[position] = text.toString();
            }
          }
        });
    out.object(type.names(), values);
  }

  private void map(Object found, XmlType valueType, JsonText out) throws Mismatch {
    Map<String, String> entries = new LinkedHashMap<>();
    Map<String, List<Object>> fields =
        found instanceof XmlNode node ? fields(node) : Map.of(options.valueTag(), List.of(found));
    for (Map.Entry<String, List<Object>> field : fields.entrySet()) {
      for (Object part : field.getValue()) {
        JsonText text = new JsonText();
        value(field.getKey(), part, valueType, text);
        entries.put(field.getKey(), text.toString());
      }
    }
    out.object(entries);
  }

  private @Nullable Object scalar(String name, Object found, XmlType type) throws Mismatch {
    if (found instanceof String text) {
      return type.scalar(text);
    }
    XmlNode node = (XmlNode) found;
    boolean isText = type.kind() == ValueKind.STRING;
    if (node.hasElements() && !isText) {
      throw new Mismatch();
    }
    // Attributes have no place in a scalar.
    if (!node.attributes().isEmpty()) {
      int depth = rescued.depth();
      rescued.enter(name);
      node.attributes().forEach(a -> unknownAttribute(a.getKey(), a.getValue()));
      rescued.leaveTo(depth);
    }
    if (node.content().isEmpty()) {
      return isText && !options.nullValue().isEmpty() ? type.scalar("") : null;
    }
    return type.scalar(node.hasElements() ? node.inner() : node.text());
  }

  private void unknownAttribute(String name, String value) {
    rescued.noteUnknown(name);
    rescued.add(name, new JsonText().string(value).toString());
  }

  private String json(List<Object> found) {
    StringBuilder text = new StringBuilder("[");
    for (Object part : found) {
      text.append(text.length() == 1 ? "" : ",").append(json(part));
    }
    return text.append(']').toString();
  }

  /** A text as a string, an element with others in it as an object. */
  private String json(Object found) {
    if (found instanceof String text) {
      return new JsonText().string(trimmed(text)).toString();
    }
    XmlNode node = (XmlNode) found;
    if (!node.hasElements() && node.attributes().isEmpty()) {
      return new JsonText().string(trimmed(node.text())).toString();
    }
    Map<String, String> texts = new LinkedHashMap<>();
    fields(node)
        .forEach(
            (name, parts) -> texts.put(name, parts.size() == 1 ? json(parts.get(0)) : json(parts)));
    return new JsonText().object(texts).toString();
  }

  private String trimmed(String text) {
    return options.ignoreSurroundingSpaces() ? text.trim() : text;
  }
}
