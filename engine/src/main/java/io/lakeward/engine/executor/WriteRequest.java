/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.util.List;
import java.util.Optional;

/**
 * Rows to write, and where.
 *
 * @param rules checked on each row of the query before it is written
 */
public record WriteRequest(
    BoundPlan query, List<RowRule> rules, WriteTarget target, Optional<TransactionMark> mark) {
  public WriteRequest {
    rules = List.copyOf(rules);
  }
}
