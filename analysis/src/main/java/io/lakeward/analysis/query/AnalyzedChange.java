/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.model.name.TableName;
import java.util.Optional;
import java.util.Set;
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
   * @param changes the rows that come, change or go: the table's columns, then {@link
   *     io.lakeward.analysis.plan.SourceRelation#POSITION} of the row that changes or goes, then
   *     {@link #ACTION}
   * @param counts what the change does, as rows of an action and a number
   * @param assigned the columns that get values, in lower case
   * @param clashes numbers of pairs and of rows that are equal unless a row would be changed twice
   */
  record Rewrite(
      TableName target,
      String operation,
      LogicalPlan changes,
      LogicalPlan counts,
      Set<String> assigned,
      Optional<LogicalPlan> clashes)
      implements AnalyzedChange {
    /** The column that says {@code update}, {@code delete} or {@code insert}. */
    public static final String ACTION = "#action";

    public Rewrite {
      assigned = Set.copyOf(assigned);
    }
  }
}
