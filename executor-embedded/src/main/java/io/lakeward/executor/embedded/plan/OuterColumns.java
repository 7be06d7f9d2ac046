/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.analysis.plan.Plans;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.OuterReference;
import org.apache.spark.sql.catalyst.expressions.SubExprUtils;
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
          "A correlated subquery over the same reading of a table as its outer query is not"
              + " supported.");
    }
    return plan;
  }

  /**
   * The plan with correlated subqueries that read what now stands for their outer columns. Spark's
   * rules move a condition below the SELECT list that names such a column, and replace it in the
   * list of outer columns only: Spark has no other place for it by then.
   */
  static LogicalPlan followed(LogicalPlan plan) {
    return Plans.transformExpressions(
        plan,
        expression ->
            expression instanceof SubqueryExpression subquery && subquery.isCorrelated()
                ? followed(subquery)
                : expression);
  }

  private static SubqueryExpression followed(SubqueryExpression subquery) {
    List<Expression> named = outerColumns((LogicalPlan) subquery.plan());
    List<Expression> moved = Plans.list(subquery.getOuterAttrs());
    if (named.equals(moved)) {
      return subquery;
    }
    if (named.size() != moved.size()) {
      throw new UnsupportedPlanException("This correlated subquery is not supported.");
    }
    Map<Long, Expression> replacements = new HashMap<>();
    for (int i = 0; i < named.size(); i++) {
      if (named.get(i) instanceof Attribute column) {
        replacements.put(column.exprId().id(), outer(moved.get(i)));
      }
    }
    LogicalPlan plan =
        Plans.transformExpressions(
            (LogicalPlan) subquery.plan(),
            expression ->
                expression instanceof OuterReference reference
                    ? replacements.getOrDefault(reference.e().exprId().id(), reference)
                    : expression);
    return subquery.withNewPlan(plan).withNewOuterAttrs(Plans.seq(outerColumns(plan)));
  }

  private static List<Expression> outerColumns(LogicalPlan plan) {
    return Plans.list(SubExprUtils.getOuterReferences(plan));
  }

  private static Expression outer(Expression expression) {
    return Plans.transformUp(
        expression, e -> e instanceof Attribute column ? new OuterReference(column) : e);
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
