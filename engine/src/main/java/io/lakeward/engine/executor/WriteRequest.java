/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.tables.DataFile;
import java.util.List;
import java.util.Optional;

/**
 * Rows to write, and where.
 *
 * @param rules checked on each row of the query before it is written
 * @param operation the name in the table's history, with the version that the query has read; if it
 *     is not given the writer names the operation and writes on top of any version
 */
public record WriteRequest(
    BoundPlan query,
    List<RowRule> rules,
    WriteTarget target,
    Optional<TransactionMark> mark,
    Optional<Operation> operation) {
  public WriteRequest {
    rules = List.copyOf(rules);
  }

  /** A write of a flow. */
  public WriteRequest(
      BoundPlan query, List<RowRule> rules, WriteTarget target, Optional<TransactionMark> mark) {
    this(query, rules, target, mark, Optional.empty());
  }

  /**
   * @param name such as {@code DELETE}
   * @param readVersion the commit is refused if the table has a newer one
   * @param rewritten files that go; readers of the table's changes are told of no change, so the
   *     query has to give their rows, except those that have no meaning any more
   */
  public record Operation(String name, long readVersion, List<DataFile> rewritten) {
    public Operation {
      rewritten = List.copyOf(rewritten);
    }

    /** An operation that brings rows of its own. */
    public Operation(String name, long readVersion) {
      this(name, readVersion, List.of());
    }
  }
}
