/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.util.List;
import java.util.Optional;

/**
 * What a write did.
 *
 * @param version the Delta version it committed
 * @param reads what it read
 * @param rowsDropped rows left out by {@code DROP_ROW} rules of the target and of views, each
 *     counted once
 * @param bytesWritten size of the new data files
 * @param rules counts of the target's rules
 * @param views counts of the rules of views that the query reads
 * @param changes what became of the rows, if they were changes; an executor leaves it empty
 * @param rowsQuarantined rows that went into the table's quarantine; 0 from an executor
 */
public record WriteResult(
    long version,
    SourceReads reads,
    long rowsWritten,
    long rowsDropped,
    long bytesWritten,
    List<RuleCount> rules,
    List<ViewCount> views,
    Optional<ChangeCounts> changes,
    long rowsQuarantined) {
  public WriteResult {
    rules = List.copyOf(rules);
    views = List.copyOf(views);
  }

  /** The same with other sources read. */
  public WriteResult withReads(SourceReads others) {
    return new WriteResult(
        version,
        others,
        rowsWritten,
        rowsDropped,
        bytesWritten,
        rules,
        views,
        changes,
        rowsQuarantined);
  }

  /** What an executor wrote. */
  public WriteResult(
      long version,
      SourceReads reads,
      long rowsWritten,
      long rowsDropped,
      long bytesWritten,
      List<RuleCount> rules,
      List<ViewCount> views) {
    this(version, reads, rowsWritten, rowsDropped, bytesWritten, rules, views, Optional.empty(), 0);
  }
}
