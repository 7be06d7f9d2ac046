/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.Count;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.types.DataTypes;
import scala.Option;

/** What a statement does to a row, as a column of the plans that find the rows. */
final class RowActions {
  static final String UPDATE = "update";
  static final String DELETE = "delete";
  static final String INSERT = "insert";

  private RowActions() {}

  static Literal text(String value) {
    return Literal.create(value, DataTypes.StringType);
  }

  static Expression isTrue(Expression condition) {
    return condition.nullable()
        ? new EqualNullSafe(condition, Literal.create(true, DataTypes.BooleanType))
        : condition;
  }

  static void refuseRandom(Expression condition, SqlPlaces places) {
    if (!condition.deterministic()) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "A condition that is different each time",
              "Use only functions that depend on the row alone.",
              places.start()));
    }
  }

  /** One row with the action and how many rows it concerns. */
  static LogicalPlan counted(String action, LogicalPlan rows) {
    List<NamedExpression> columns =
        List.of(Plans.named(text(action), AnalyzedChange.Rewrite.ACTION));
    return counted(List.of(new Project(Plans.seq(columns), rows)));
  }

  /** Rows of an action's name, in the last column of the plans, and how many rows it concerns. */
  static LogicalPlan counted(List<LogicalPlan> acting) {
    List<LogicalPlan> all = new ArrayList<>();
    for (LogicalPlan rows : acting) {
      Attribute action = last(rows);
      all.add(new Project(Plans.seq(List.of(Plans.named(action, "action"))), rows));
    }
    LogicalPlan rows = union(all);
    Attribute action = rows.output().apply(0);
    return new Aggregate(
        Plans.seq(List.of((Expression) action)),
        Plans.seq(List.of(action, number())),
        rows,
        Option.empty());
  }

  /** How many rows there are. */
  static LogicalPlan size(LogicalPlan rows) {
    return new Aggregate(
        Plans.seq(List.<Expression>of()), Plans.seq(List.of(number())), rows, Option.empty());
  }

  private static NamedExpression number() {
    Literal one = Literal.create(1, DataTypes.IntegerType);
    return Plans.named(new Count(Plans.seq(List.of(one))).toAggregateExpression(), "number");
  }

  static Attribute last(LogicalPlan plan) {
    return Plans.list(plan.output()).get(plan.output().size() - 1);
  }

  static LogicalPlan union(List<LogicalPlan> parts) {
    return parts.size() == 1 ? parts.get(0) : new Union(Plans.seq(parts), false, false);
  }
}
