/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.analysis.plan.Plans;
import org.apache.spark.sql.catalyst.analysis.EliminateSubqueryAliases$;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.optimizer.FoldablePropagation$;
import org.apache.spark.sql.catalyst.optimizer.InlineCTE;
import org.apache.spark.sql.catalyst.optimizer.PushDownPredicates$;
import org.apache.spark.sql.catalyst.optimizer.SpecialDatetimeValues$;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.trees.TreePattern;

/**
 * Brings filters together the way Spark does before it runs a plan. DuckDB evaluates the conditions
 * of merged filters in an order of its own, so a condition that can fail ({@code a / b > 1}) might
 * see rows that a filter below ({@code b <> 0}) has taken out. In one condition the order is kept:
 * the translator writes the later part so that it is only evaluated where the earlier part holds.
 */
final class FilterOrder {
  /** Spark stops there too; plans settle after two or three rounds. */
  private static final int MAX_ROUNDS = 100;

  private FilterOrder() {}

  static LogicalPlan settle(LogicalPlan plan) {
    // Casts of 'epoch' and 'now' become values of times before a plan is run.
    LogicalPlan settled =
        SpecialDatetimeValues$.MODULE$.apply(EliminateSubqueryAliases$.MODULE$.apply(plan));
    if (settled.containsPattern(TreePattern.IN_SUBQUERY())) {
      // What IN gives depends on whether its value is known to be NULL.
      LogicalPlan inlined =
          hasConstantsInWith(settled) ? new InlineCTE(false, false).apply(settled) : settled;
      settled = FoldablePropagation$.MODULE$.apply(inlined);
    }
    for (int round = 0; round < MAX_ROUNDS; round++) {
      LogicalPlan next = PushDownPredicates$.MODULE$.apply(settled);
      if (next.fastEquals(settled)) {
        break;
      }
      settled = OuterColumns.followed(next);
    }
    return RelatedRows.afterJoins(settled);
  }

  private static boolean hasConstantsInWith(LogicalPlan plan) {
    boolean[] found = {false};
    Plans.forEach(
        plan,
        node ->
            found[0] |=
                node instanceof CTERelationDef definition
                    && definition.child() instanceof Project project
                    && Plans.list(project.projectList()).stream()
                        .anyMatch(column -> column instanceof Alias a && a.child().foldable()));
    return found[0];
  }
}
