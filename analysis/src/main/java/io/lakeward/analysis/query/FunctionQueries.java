/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlFunction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.AliasIdentifier;
import org.apache.spark.sql.catalyst.analysis.CTESubstitution$;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.OuterReference;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.ScalarSubquery;
import org.apache.spark.sql.catalyst.expressions.SubExprUtils;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import org.apache.spark.sql.catalyst.trees.Origin;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.runtime.AbstractFunction0;

/**
 * Functions with a query in them. A call is first the query over one row that holds the arguments,
 * so that each name means what it means in the function; once all names are bound, the arguments
 * take the places of the parameters.
 */
final class FunctionQueries {
  private FunctionQueries() {}

  static boolean looksUp(Expression body) {
    boolean[] found = {false};
    Plans.forEach(body, part -> found[0] |= part instanceof PlanExpression<?>);
    return found[0];
  }

  /** A query of one row and column, in which tables are those that the function means. */
  static LogicalPlan row(Expression body, SqlFunction function, Origin call) {
    LogicalPlan row = new Project(Plans.seq(List.of(Plans.named(body, "result"))), oneRow());
    return withTables(row, function.name(), call);
  }

  /** The query with the tables that a function of that name means. */
  static LogicalPlan withTables(LogicalPlan query, TableName home, Origin call) {
    return Plans.transformDown(
        CTESubstitution$.MODULE$.apply(query),
        node ->
            node instanceof UnresolvedRelation relation ? qualified(relation, home, call) : node);
  }

  private static LogicalPlan qualified(UnresolvedRelation relation, TableName home, Origin call) {
    List<String> parts = new ArrayList<>(Plans.list(relation.multipartIdentifier()));
    if (parts.size() == 1) {
      parts.add(0, home.schema());
    }
    if (parts.size() == 2) {
      parts.add(0, home.catalog());
    }
    return CurrentOrigin.withOrigin(
        call,
        new AbstractFunction0<LogicalPlan>() {
          @Override
          public LogicalPlan apply() {
            return new UnresolvedRelation(
                Plans.seq(parts), relation.options(), relation.isStreaming());
          }
        });
  }

  private static LogicalPlan oneRow() {
    return new OneRowRelation();
  }

  /** The value of the query over the arguments. */
  static Expression over(LogicalPlan row, SqlFunction function, Map<String, Expression> arguments) {
    LogicalPlan query = new Project(((Project) row).projectList(), parameters(function, arguments));
    return new ScalarSubquery(
        query,
        Plans.seq(List.of()),
        NamedExpression.newExprId(),
        Plans.seq(List.of()),
        Option.empty(),
        Option.empty(),
        Option.empty());
  }

  /** One row with the arguments, under the name of the function. */
  static LogicalPlan parameters(SqlFunction function, Map<String, Expression> arguments) {
    List<NamedExpression> columns = new ArrayList<>();
    arguments.forEach((name, value) -> columns.add(Plans.named(value, name)));
    return new SubqueryAlias(
        new AliasIdentifier(function.name().table(), Plans.seq(List.of())),
        new Project(Plans.seq(columns), oneRow()));
  }

  /** The analyzed plan with the arguments in the places of the parameters. */
  static LogicalPlan settled(LogicalPlan analyzed) {
    LogicalPlan values =
        Plans.transformExpressions(
            analyzed,
            part ->
                part instanceof ScalarSubquery subquery && subquery.plan().resolved()
                    ? settled(subquery)
                    : part);
    return FunctionRows.settled(values);
  }

  private static Expression settled(ScalarSubquery subquery) {
    if (!(subquery.plan() instanceof Project row && row.projectList().size() == 1)) {
      return subquery;
    }
    Optional<Map<Long, Expression>> values = arguments(row.child());
    if (values.isEmpty()) {
      return subquery;
    }
    Expression result = (Expression) row.projectList().apply(0);
    return withValues(result instanceof Alias named ? named.child() : result, values.get());
  }

  /** The values of the parameters, by the ids of their columns; empty if it is no such row. */
  static Optional<Map<Long, Expression>> arguments(LogicalPlan row) {
    LogicalPlan below = row;
    while (below instanceof SubqueryAlias alias) {
      below = alias.child();
    }
    if (!(below instanceof Project parameters && parameters.child() instanceof OneRowRelation)) {
      return Optional.empty();
    }
    Map<Long, Expression> values = new HashMap<>();
    for (NamedExpression parameter : Plans.list(parameters.projectList())) {
      if (!(parameter instanceof Alias alias) || looksUp(alias.child())) {
        return Optional.empty();
      }
      values.put(alias.exprId().id(), SubExprUtils.stripOuterReference(alias.child()));
    }
    return Optional.of(values);
  }

  private static Expression withValues(Expression expression, Map<Long, Expression> values) {
    return Plans.transformUp(
        expression,
        part -> {
          if (part instanceof SubqueryExpression inner) {
            LogicalPlan plan = withOuterValues(inner.plan(), values);
            return inner.withNewPlan(plan).withNewOuterAttrs(SubExprUtils.getOuterReferences(plan));
          }
          Expression value = part instanceof Attribute column ? find(column, values) : null;
          return value == null ? part : value;
        });
  }

  /** Parameters of an outer query become their arguments, which are of that outer query too. */
  static LogicalPlan withOuterValues(LogicalPlan plan, Map<Long, Expression> values) {
    LogicalPlan named =
        Plans.transformUp(
            plan,
            node ->
                node instanceof Project project
                    ? new Project(
                        Plans.seq(
                            Plans.list(project.projectList()).stream()
                                .map(column -> withName(column, values))
                                .toList()),
                        project.child())
                    : node);
    return Plans.transformExpressions(named, part -> withOuterValue(part, values));
  }

  /** A parameter that is a column of its own keeps that column's id. */
  private static NamedExpression withName(NamedExpression column, Map<Long, Expression> values) {
    return column instanceof OuterReference outer
            && outer.e() instanceof Attribute parameter
            && values.containsKey(parameter.exprId().id())
        ? new Alias(
            outer,
            parameter.name(),
            parameter.exprId(),
            Plans.seq(List.of()),
            Option.empty(),
            Plans.seq(List.of()))
        : column;
  }

  private static Expression withOuterValue(Expression part, Map<Long, Expression> values) {
    Expression value =
        part instanceof OuterReference outer && outer.e() instanceof Attribute column
            ? find(column, values)
            : null;
    return value == null
        ? part
        : Plans.transformUp(
            value, inner -> inner instanceof Attribute a ? new OuterReference(a) : inner);
  }

  private static @Nullable Expression find(Attribute column, Map<Long, Expression> values) {
    return values.get(column.exprId().id());
  }
}
