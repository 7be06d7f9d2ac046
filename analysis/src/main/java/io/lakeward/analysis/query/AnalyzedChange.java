/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.model.name.TableName;
import java.util.Optional;
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
   */
  record Insert(TableName target, LogicalPlan rows) implements AnalyzedChange {
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
   * @param clashes numbers of pairs and of rows that are equal unless a row would be changed twice
   */
  record Rewrite(
      TableName target,
      String operation,
      LogicalPlan rows,
      LogicalPlan counts,
      Optional<LogicalPlan> clashes)
      implements AnalyzedChange {}
}
