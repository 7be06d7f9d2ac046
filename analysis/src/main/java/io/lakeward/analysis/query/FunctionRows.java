/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.pipeline.SqlFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.AliasIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.analysis.UnresolvedStar;
import org.apache.spark.sql.catalyst.analysis.UnresolvedSubqueryColumnAliases;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.LateralSubquery;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.Inner$;
import org.apache.spark.sql.catalyst.plans.logical.LateralJoin;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.types.DataType;
import scala.Option;

/**
 * Functions that give rows. A call is first a lateral join of one row that holds the arguments with
 * the function's query, so that a name is a column of the query's tables before it is a parameter;
 * once all names are bound, the arguments take the places of the parameters and the join is gone.
 */
final class FunctionRows {
  /** No table of a user is called so. */
  private static final String RESULT = "rows of the function";

  private FunctionRows() {}

  /**
   * The rows of a call, under the name of the function.
   *
   * @param arguments by parameter
   * @param types reads the name of a type
   */
  static LogicalPlan of(
      LogicalPlan query,
      SqlFunction function,
      Map<String, Expression> arguments,
      Function<String, DataType> types) {
    LogicalPlan rows = withColumns(query, function.rows().orElse(List.of()), types);
    return alias(
        function.name().table(),
        arguments.isEmpty() ? rows : over(rows, FunctionQueries.parameters(function, arguments)));
  }

  private static LogicalPlan over(LogicalPlan rows, LogicalPlan parameters) {
    LateralSubquery query =
        new LateralSubquery(
            alias(RESULT, rows),
            Plans.seq(List.of()),
            NamedExpression.newExprId(),
            Plans.seq(List.of()),
            Option.empty());
    UnresolvedStar all = new UnresolvedStar(Option.apply(Plans.seq(List.of(RESULT))));
    return new Project(
        Plans.seq(List.of(all)),
        new LateralJoin(parameters, query, Inner$.MODULE$, Option.empty()));
  }

  /** The columns go by their places, and get the names and types that the function declares. */
  private static LogicalPlan withColumns(
      LogicalPlan query, List<SqlFunction.ResultColumn> columns, Function<String, DataType> types) {
    if (columns.isEmpty()) {
      return query;
    }
    List<String> names = columns.stream().map(SqlFunction.ResultColumn::name).toList();
    List<NamedExpression> casts = new ArrayList<>();
    for (SqlFunction.ResultColumn column : columns) {
      Expression value = new UnresolvedAttribute(Plans.seq(List.of(column.name())));
      casts.add(
          Plans.named(
              new Cast(value, types.apply(column.type()), Option.empty(), EvalMode$.MODULE$.ANSI()),
              column.name()));
    }
    return new Project(
        Plans.seq(casts),
        alias(RESULT, new UnresolvedSubqueryColumnAliases(Plans.seq(names), query)));
  }

  private static LogicalPlan alias(String name, LogicalPlan plan) {
    return new SubqueryAlias(new AliasIdentifier(name, Plans.seq(List.of())), plan);
  }

  /** The analyzed plan with the arguments in the places of the parameters. */
  static LogicalPlan settled(LogicalPlan analyzed) {
    return Plans.transformUp(
        analyzed,
        node ->
            node instanceof Project rows && rows.child() instanceof LateralJoin join
                ? settled(rows, join)
                : node);
  }

  private static LogicalPlan settled(Project rows, LateralJoin join) {
    boolean isCall =
        join.right().plan() instanceof SubqueryAlias result && result.alias().equals(RESULT);
    Optional<Map<Long, Expression>> arguments = FunctionQueries.arguments(join.left());
    if (!isCall
        || arguments.isEmpty()
        || !join.resolved()
        // A random number is drawn once for the call, and not for each row.
        || !arguments.get().values().stream().allMatch(Expression::deterministic)) {
      return rows;
    }
    return new Project(
        rows.projectList(), FunctionQueries.withOuterValues(join.right().plan(), arguments.get()));
  }
}
