/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LateralJoin;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Option;

/** Joins of every kind. Columns need no qualifier, since attribute ids make their names unique. */
final class Joins {
  private final PlanTranslator plans;

  Joins(PlanTranslator plans) {
    this.plans = plans;
  }

  Fragment join(Join join) {
    String kind = join.joinType().sql();
    refuseStreams(join, kind);
    requireDistinct(join.left(), join.right());
    return on(
        plans.fragment(join.left()),
        keyword(join.joinType()),
        plans.fragment(join.right()),
        join.condition());
  }

  Fragment lateral(LateralJoin join) {
    String kind = join.joinType().sql();
    plans.refuseStream(join, "A lateral join");
    plans.refuseStream(join.right().plan(), "A lateral join");
    if (!kind.equals("INNER") && !kind.equals("CROSS") && !kind.equals("LEFT OUTER")) {
      throw new UnsupportedPlanException("A LATERAL " + kind + " JOIN is not supported.");
    }
    LogicalPlan right = OuterColumns.distinguished(join.right().plan());
    requireDistinct(join.left(), right);
    return on(
        plans.fragment(join.left()),
        keyword(join.joinType()) + " LATERAL",
        plans.fragment(right),
        join.condition());
  }

  private static String keyword(JoinType type) {
    return switch (type.sql()) {
      case "INNER", "CROSS" -> "INNER JOIN";
      case "LEFT OUTER" -> "LEFT JOIN";
      case "RIGHT OUTER" -> "RIGHT JOIN";
      case "FULL OUTER" -> "FULL JOIN";
      case "LEFT SEMI" -> "SEMI JOIN";
      case "LEFT ANTI" -> "ANTI JOIN";
      default -> throw new UnsupportedPlanException(type.sql() + " JOIN is not supported.");
    };
  }

  private Fragment on(Fragment left, String keyword, Fragment right, Option<Expression> condition) {
    String on = condition.isEmpty() ? "TRUE" : plans.expressions().joinCondition(condition.get());
    return Fragment.of(
        "SELECT * FROM "
            + left.from()
            + " AS l "
            + keyword
            + " "
            + right.from()
            + " AS r ON "
            + on);
  }

  private static void refuseStreams(Join join, String kind) {
    boolean left = join.left().isStreaming();
    boolean right = join.right().isStreaming();
    if (left && right) {
      throw new UnsupportedPlanException(
          "A join of two streams keeps state from batch to batch, which needs Spark.");
    }
    boolean allowed =
        switch (kind) {
          case "INNER", "CROSS" -> true;
          case "LEFT OUTER", "LEFT SEMI", "LEFT ANTI" -> !right;
          case "RIGHT OUTER" -> !left;
          default -> !left && !right;
        };
    if (!allowed) {
      throw new UnsupportedPlanException(
          "A " + kind + " JOIN that keeps all rows of its table side cannot follow a stream.");
    }
  }

  /** Both sides name their columns by attribute ids, so these must differ. */
  private static void requireDistinct(LogicalPlan left, LogicalPlan right) {
    List<Long> ids = new ArrayList<>();
    for (Attribute attribute : PlanTranslator.outputOf(left)) {
      ids.add(attribute.exprId().id());
    }
    for (Attribute attribute : PlanTranslator.outputOf(right)) {
      if (ids.contains(attribute.exprId().id())) {
        throw new UnsupportedPlanException(
            "A join whose two sides share the column `" + attribute.name() + "` is not supported.");
      }
    }
  }
}
