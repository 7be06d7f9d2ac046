/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a query, as Java values: Boolean, Byte, Short, Integer, Long, Float, Double, BigDecimal,
 * String, byte[], LocalDate, Instant (TIMESTAMP), LocalDateTime (TIMESTAMP_NTZ), List (ARRAY and
 * STRUCT, in field order), Map, or null.
 *
 * @param truncated true if there were more rows than the limit
 */
public record QueryResult(StructType schema, List<List<@Nullable Object>> rows, boolean truncated) {
  public QueryResult {
    rows = Collections.unmodifiableList(new ArrayList<>(rows));
  }
}
