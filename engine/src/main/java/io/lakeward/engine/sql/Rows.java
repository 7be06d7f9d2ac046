/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.sql;

import io.lakeward.engine.executor.QueryResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Rows that are not read from a table, put together one by one. */
final class Rows {
  private final StructType schema;
  private final List<List<@Nullable Object>> rows = new ArrayList<>();

  /**
   * @param columns as in a CREATE TABLE
   */
  Rows(String columns) {
    this.schema = StructType.fromDDL(columns);
  }

  Rows add(@Nullable Object... values) {
    List<@Nullable Object> row = new ArrayList<>(Arrays.asList(values));
    rows.add(row);
    return this;
  }

  QueryResult result() {
    return new QueryResult(schema, rows, false);
  }
}
