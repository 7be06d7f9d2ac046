/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.catalyst.json.JacksonParser;
import org.apache.spark.sql.types.StructType;

/** The columns of a read schema as a JSON parser looks for them; one per thread. */
final class JsonColumns {
  /** The schema has no such field. */
  static final int UNKNOWN = -1;

  /** The field is known, but its column is filled from elsewhere. */
  static final int IGNORED = -2;

  private final List<JsonType> types = new ArrayList<>();
  private final Map<String, Integer> positions = new HashMap<>();
  private final byte[][] names;
  private final boolean[] wanted;
  private final boolean rescuing;
  private final boolean caseSensitive;

  /**
   * @param fromRecord which columns come from the record and not from its file or the parser
   * @param wanted which columns are delivered
   * @param rescued the column for rescued data, or -1; a field of its name is rescued itself
   */
  JsonColumns(
      StructType schema,
      JacksonParser spark,
      boolean[] fromRecord,
      boolean[] wanted,
      int rescued,
      boolean rescuing,
      boolean caseSensitive) {
    this.wanted = wanted;
    this.rescuing = rescuing;
    this.caseSensitive = caseSensitive;
    this.names = new byte[schema.length()][];
    for (int i = 0; i < schema.length(); i++) {
      String name = schema.fields()[i].name();
      types.add(JsonType.of(name, schema.fields()[i].dataType(), spark, caseSensitive));
      if (i != rescued) {
        positions.putIfAbsent(key(name), fromRecord[i] ? i : IGNORED);
      }
      names[i] = name.getBytes(StandardCharsets.UTF_8);
    }
  }

  int position(String name) {
    Integer position = positions.get(key(name));
    return position == null ? UNKNOWN : position;
  }

  private String key(String name) {
    return caseSensitive ? name : name.toLowerCase(Locale.ROOT);
  }

  JsonType type(int column) {
    return types.get(column);
  }

  byte[] nameUtf8(int column) {
    return names[column];
  }

  int size() {
    return types.size();
  }

  boolean isWanted(int column) {
    return wanted[column];
  }

  boolean isRescuing() {
    return rescuing;
  }
}
