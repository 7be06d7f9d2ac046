/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.executor.embedded.expression.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Exists;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.plans.Inner$;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Where a query asks for related rows, by {@code [NOT] EXISTS} with a correlated subquery. DuckDB
 * makes a join of it that it does not move, so it stands above the inner joins that leave fewer
 * rows to ask for.
 */
final class RelatedRows {
  private RelatedRows() {}

  /** The plan with these conditions above joins, unless it would show which row is asked first. */
  static LogicalPlan afterJoins(LogicalPlan plan) {
    return anyConditionCanFail(plan)
        ? plan
        : Plans.transformUp(plan, node -> node instanceof Join join ? raised(join) : node);
  }

  private static boolean anyConditionCanFail(LogicalPlan plan) {
    boolean[] found = {false};
    Plans.forEach(
        plan,
        node -> found[0] |= condition(node).filter(c -> !Failures.isImpossible(c)).isPresent());
    return found[0];
  }

  private static Optional<Expression> condition(LogicalPlan node) {
    if (node instanceof Filter filter) {
      return Optional.of(filter.condition());
    }
    return node instanceof Join join && join.condition().isDefined()
        ? Optional.of(join.condition().get())
        : Optional.empty();
  }

  private static LogicalPlan raised(Join join) {
    if (join.joinType() != Inner$.MODULE$) {
      return join;
    }
    List<Expression> asking = new ArrayList<>();
    LogicalPlan left = without(join.left(), asking);
    LogicalPlan right = without(join.right(), asking);
    return asking.isEmpty()
        ? join
        : new Filter(
            and(asking), new Join(left, right, join.joinType(), join.condition(), join.hint()));
  }

  /** The plan without the conditions of this kind on top of it, which are added to the list. */
  private static LogicalPlan without(LogicalPlan plan, List<Expression> asking) {
    if (!(plan instanceof Filter filter)) {
      return plan;
    }
    List<Expression> others = new ArrayList<>();
    for (Expression part : Plans.conjuncts(filter.condition())) {
      (asksForRelatedRows(part) ? asking : others).add(part);
    }
    LogicalPlan child = without(filter.child(), asking);
    return others.isEmpty() ? child : new Filter(and(others), child);
  }

  private static boolean asksForRelatedRows(Expression part) {
    return part instanceof Not not
        ? asksForRelatedRows(not.child())
        : part instanceof Exists exists && exists.isCorrelated();
  }

  private static Expression and(List<Expression> parts) {
    return parts.stream().reduce(And::new).orElseThrow();
  }
}
