/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.model.name.TableName;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** A change of a table's rows that has been given its meaning. */
public sealed interface AnalyzedChange {
  TableName target();

  /** What a user calls it. */
  String operation();

  /**
   * New rows.
   *
   * @param rows their columns have the names of the table's, as far as they are given
   * @param replacesAll whether they take the place of all rows that are there
   */
  record Insert(TableName target, LogicalPlan rows, boolean replacesAll) implements AnalyzedChange {
    @Override
    public String operation() {
      return "INSERT";
    }
  }

  /**
   * Other rows than before.
   *
   * @param rows all rows of the table after the change
   * @param counts what the change does, as rows of an action ({@code update}, {@code delete},
   *     {@code insert}) and a number
   * @param touched the change without the rows that stay; empty if they cannot be told apart by
   *     looking at one row
   * @param clashes numbers of pairs and of rows that are equal unless a row would be changed twice
   */
  record Rewrite(
      TableName target,
      String operation,
      LogicalPlan rows,
      LogicalPlan counts,
      Optional<Touched> touched,
      Optional<LogicalPlan> clashes)
      implements AnalyzedChange {}

  /**
   * The rows that a change is about.
   *
   * @param condition over the table's columns; holds for the rows that go
   * @param rows those that come in their place; empty if none do
   */
  record Touched(Expression condition, Optional<LogicalPlan> rows) {}
}
