/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** One line of a table's history, as its writer told it. */
public record HistoryEntry(
    long version,
    Instant timestamp,
    String operation,
    Map<String, String> operationParameters,
    Map<String, String> operationMetrics,
    Optional<String> engineInfo) {
  public HistoryEntry {
    operationParameters = Map.copyOf(operationParameters);
    operationMetrics = Map.copyOf(operationMetrics);
  }
}
