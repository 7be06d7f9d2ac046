/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.pipeline.RowPolicy;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import scala.Option;

/**
 * Leaves out the rows and hides the values that a reader of a table may not see. It is part of the
 * query's plan before any name in the query is bound, so no query can look behind it.
 */
final class RowPolicies {
  private final FunctionCalls functions;
  private final CatalystSession session;

  RowPolicies(FunctionCalls functions, CatalystSession session) {
    this.functions = functions;
    this.session = session;
  }

  /**
   * @throws ProjectException if a function of the policy is not there: nothing is shown then
   */
  LogicalPlan apply(LogicalPlan read, TableReference reference, RowPolicy policy) {
    if (policy.isEmpty()) {
      return read;
    }
    LogicalPlan rows =
        policy
            .rowFilter()
            .<LogicalPlan>map(filter -> new Filter(expression(filter, reference), read))
            .orElse(read);
    if (policy.masks().isEmpty()) {
      return rows;
    }
    List<NamedExpression> columns = new ArrayList<>();
    for (Attribute column : Plans.list(read.output())) {
      RowPolicy.PolicyCall mask = policy.masks().get(column.name().toLowerCase(Locale.ROOT));
      columns.add(mask == null ? column : masked(column, expression(mask, reference)));
    }
    return new Project(Plans.seq(columns), rows);
  }

  private NamedExpression masked(Attribute column, Expression mask) {
    Cast shown =
        new Cast(
            mask,
            column.dataType(),
            Option.apply(session.conf().sessionLocalTimeZone()),
            EvalMode$.MODULE$.ANSI());
    return new Alias(
        shown,
        column.name(),
        NamedExpression.newExprId(),
        Plans.seq(List.of()),
        Option.apply(column.metadata()),
        Plans.seq(List.of()));
  }

  private Expression expression(RowPolicy.PolicyCall call, TableReference reference) {
    Expression expanded = functions.expand(session.parser().parseExpression(call.sql()));
    Plans.forEach(
        expanded,
        part -> {
          if (part instanceof UnresolvedFunction unknown
              && !session.hasFunction(String.join(".", Plans.list(unknown.nameParts())))) {
            throw new ProjectException(
                QueryProblems.policyFunctionMissing(call.function(), reference));
          }
        });
    return expanded;
  }
}
