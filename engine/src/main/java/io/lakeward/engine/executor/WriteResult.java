/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.util.List;

/**
 * What a write did.
 *
 * @param version the Delta version it committed
 * @param rowsRead rows that came from the sources
 * @param rowsMalformed records of source files that could not be read as rows and were kept out
 * @param rowsDropped rows left out by {@code DROP_ROW} rules, each counted once
 * @param bytesWritten size of the new data files
 */
public record WriteResult(
    long version,
    long rowsRead,
    long rowsMalformed,
    long rowsWritten,
    long rowsDropped,
    long bytesWritten,
    List<RuleCount> rules) {
  public WriteResult {
    rules = List.copyOf(rules);
  }
}
