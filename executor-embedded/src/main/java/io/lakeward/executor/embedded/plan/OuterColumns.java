/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import java.util.HashSet;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.OuterReference;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Guards correlated subqueries. An outer column is found by its name alone, so no column inside the
 * subquery may have the same one, or the subquery would silently compare a column with itself.
 */
final class OuterColumns {
  private OuterColumns() {}

  /** The plan, if its outer columns are none of its own. */
  static LogicalPlan distinguished(LogicalPlan plan) {
    Set<Long> outer = new HashSet<>();
    Set<Long> inner = new HashSet<>();
    visit(plan, outer, inner);
    outer.retainAll(inner);
    if (!outer.isEmpty()) {
      throw new UnsupportedPlanException(
          "A correlated subquery over the same reading of a table as its outer query is not supported.");
    }
    return plan;
  }

  private static void visit(LogicalPlan plan, Set<Long> outer, Set<Long> inner) {
    for (Attribute attribute : PlanTranslator.outputOf(plan)) {
      inner.add(attribute.exprId().id());
    }
    for (Expression expression : CollectionConverters.asJava(plan.expressions())) {
      visit(expression, outer, inner);
    }
    for (LogicalPlan child : CollectionConverters.asJava(plan.children())) {
      visit(child, outer, inner);
    }
  }

  private static void visit(Expression expression, Set<Long> outer, Set<Long> inner) {
    if (expression instanceof OuterReference reference) {
      outer.add(reference.e().exprId().id());
      return;
    }
    if (expression instanceof SubqueryExpression subquery) {
      // What a subquery inside refers to may belong to this plan, so only its own columns count.
      visit((LogicalPlan) subquery.plan(), new HashSet<>(), inner);
    }
    for (Expression child : CollectionConverters.asJava(expression.children())) {
      visit(child, outer, inner);
    }
  }
}
