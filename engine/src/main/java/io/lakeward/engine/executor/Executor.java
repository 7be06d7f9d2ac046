/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Runs typed plans and puts their rows into Delta tables. Every implementation gives the same rows
 * for the same plan and slices; one that cannot says so through {@link #whyUnsupported}.
 *
 * <p>Implementations may be called from several threads at once.
 */
public interface Executor extends AutoCloseable {
  /** The name users choose it by: {@code embedded} or {@code spark}. */
  String name();

  /** Whether this process does the work, and not others. */
  default boolean isInThisProcess() {
    return true;
  }

  /** Empty if the plan and the rules can be run here; otherwise the reason in one sentence. */
  Optional<String> whyUnsupported(LogicalPlan plan, List<RowRule> rules);

  /**
   * What would be run, if it is something else than the plan; for the embedded executor its SQL.
   */
  Optional<String> explain(LogicalPlan plan);

  /**
   * Adds the query's rows to the target in one commit, creating the table or adding columns where
   * needed. The transaction mark is part of that commit. If a {@code FAIL_UPDATE} rule is broken
   * nothing is committed. A query may hold {@link io.lakeward.analysis.plan.CheckedRows}, whose
   * rules are checked on the way.
   *
   * @throws ExpectationViolationException if a row breaks a rule whose action is to fail
   * @throws io.lakeward.model.problem.ProjectException if the query or the commit fails
   */
  WriteResult append(WriteRequest request, WriteListener listener);

  /** Replaces all rows of the target, and its schema if it differs, in one commit. */
  WriteResult overwrite(WriteRequest request, WriteListener listener);

  /**
   * Inserts, replaces and deletes rows of a table that exists, in one commit. The transaction mark
   * is part of that commit. Files that hold no row that goes stay as they are. If there is nothing
   * to change, nothing is committed.
   *
   * @throws io.lakeward.model.problem.ProjectException if the query or the commit fails
   */
  ApplyResult applyChanges(ApplyRequest request, WriteListener listener);

  /**
   * Runs a streaming query that keeps state over everything that its sources have got since the
   * last call, batch by batch. Each batch is committed once, together with its number.
   */
  default StreamResult stream(StreamRequest request, StreamListener listener) {
    throw new UnsupportedOperationException("the engine " + name() + " keeps no state");
  }

  /**
   * The rows of a query.
   *
   * @param limit at most this many rows
   */
  QueryResult collect(BoundPlan query, int limit);

  @Override
  void close();
}
