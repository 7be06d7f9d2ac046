/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import io.lakeward.autoloader.rows.FieldColumns;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.json.JacksonParser;
import org.apache.spark.sql.types.StructType;

/** The columns of a read schema as a JSON parser looks for them; one per thread. */
public final class JsonColumns {
  private final List<JsonType> types = new ArrayList<>();
  private final FieldColumns columns;
  private final byte[][] names;
  private final boolean[] wanted;
  private final boolean rescuing;

  /**
   * @param wanted which columns are delivered
   */
  public JsonColumns(
      StructType schema,
      JacksonParser spark,
      FieldColumns columns,
      boolean[] wanted,
      boolean rescuing) {
    this.columns = columns;
    this.wanted = wanted;
    this.rescuing = rescuing;
    this.names = new byte[schema.length()][];
    for (int i = 0; i < schema.length(); i++) {
      String name = schema.fields()[i].name();
      types.add(JsonType.of(name, schema.fields()[i].dataType(), spark, columns.isCaseSensitive()));
      names[i] = name.getBytes(StandardCharsets.UTF_8);
    }
  }

  /** The column for a field, or one of the constants of {@link FieldColumns}. */
  int position(String name) {
    return columns.find(name);
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
