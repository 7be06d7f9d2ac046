/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import io.lakeward.autoloader.text.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What one record holds that its columns do not: unknown fields and values of the wrong type, as
 * {@code {"field":value,…,"_file_path":"…"}}. Nested fields keep their place; items of an array
 * stand under their index.
 */
public final class RescuedData {
  private final Map<String, Object> fields = new LinkedHashMap<>();
  private final List<String> path = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();

  public void clear() {
    fields.clear();
    path.clear();
    unknown.clear();
  }

  public boolean isEmpty() {
    return fields.isEmpty();
  }

  /** The fields at the top level that have something rescued. */
  Set<String> names() {
    return fields.keySet();
  }

  /** What was rescued under such a name, as JSON. */
  String json(String name) {
    JsonText out = new JsonText();
    write(out, Map.entry(name, Objects.requireNonNull(fields.get(name))));
    return out.toString().substring(new JsonText().string(name).raw(':').toString().length());
  }

  public int depth() {
    return path.size();
  }

  public void enter(String name) {
    path.add(name);
  }

  public void leaveTo(int depth) {
    path.subList(depth, path.size()).clear();
  }

  /** Notes a field under the present path that the schema does not have. */
  public void noteUnknown(String name) {
    unknown.add(path.isEmpty() ? name : String.join(".", path) + "." + name);
  }

  /** The fields of the record that the schema does not have, inner ones with their path. */
  public List<String> unknown() {
    return unknown;
  }

  /** Adds a field under the present path; {@code json} is JSON text. */
  public void add(String name, String json) {
    Map<String, Object> at = fields;
    for (String step : path) {
      at = child(at, step);
    }
    at.put(name, json);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> child(Map<String, Object> parent, String name) {
    Object present = parent.get(name);
    if (!(present instanceof Map)) {
      present = new LinkedHashMap<String, Object>();
      parent.put(name, present);
    }
    return (Map<String, Object>) present;
  }

  byte[] toUtf8(String filePath) {
    JsonText out = new JsonText().raw('{');
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      write(out, field);
      out.raw(',');
    }
    return out.string("_file_path").raw(':').string(filePath).raw('}').toUtf8();
  }

  private static void write(JsonText out, Map.Entry<String, Object> field) {
    out.string(field.getKey()).raw(':');
    if (field.getValue() instanceof Map<?, ?> nested) {
      char separator = '{';
      for (Map.Entry<?, ?> inner : nested.entrySet()) {
        out.raw(separator);
        write(out, Map.entry((String) inner.getKey(), inner.getValue()));
        separator = ',';
      }
      out.raw('}');
    } else {
      out.raw((String) field.getValue());
    }
  }
}
