/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import static io.lakeward.model.problem.ProblemCode.EXPECTATION_INVALID;
import static io.lakeward.model.problem.ProblemCode.UNRESOLVED_COLUMN;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Generator;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.UnresolvedWindowExpression;
import org.apache.spark.sql.catalyst.expressions.WindowExpression;
import org.apache.spark.sql.catalyst.expressions.WindowFunction;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.Origin;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructType;

/**
 * Gives conditions of expectations their meaning: boolean and deterministic, over the columns of
 * one row.
 */
public final class ConditionAnalyzer {
  private ConditionAnalyzer() {}

  /**
   * Binds a condition to the columns of a row.
   *
   * @param subject names the expectation in complaints, for example {@code Expectation `a` of b}
   * @throws ProjectException with every problem found
   */
  public static Expression analyze(SqlText condition, List<Attribute> row, String subject) {
    SqlPlaces places = new SqlPlaces(condition);
    CatalystSession session = Sessions.of(condition, places);
    try {
      return QueryAnalyzer.guarded(
          session, places, () -> analyze(condition, row, subject, session, places));
    } catch (ProjectException e) {
      throw new ProjectException(
          e.problems().stream().map(problem -> inSubject(problem, subject)).toList());
    }
  }

  private static Expression analyze(
      SqlText text,
      List<Attribute> row,
      String subject,
      CatalystSession session,
      SqlPlaces places) {
    Expression condition = session.parser().parseExpression(text.sql());
    refuseForeignParts(condition, session, subject, places);
    refuseKinds(condition, subject, places);
    // A leaf that offers the row's columns: the condition must not see what lies behind them.
    Source source = new Source.Table(new TableName("row", "row", "row"), new StructType());
    LogicalPlan filter =
        session
            .analyzer()
            .execute(
                new Filter(condition, new SourceRelation(Plans.seq(row), "row", source, false)));
    Expression resolved = condition(filter);
    refuseKinds(resolved, subject, places);
    if (resolved.resolved() && resolved.dataType() instanceof NullType) {
      return Literal.create(null, DataTypes.BooleanType); // no row keeps such a rule
    }
    if (resolved.resolved() && !(resolved.dataType() instanceof BooleanType)) {
      throw invalid(
          subject + " is not a condition: it has type " + typeName(resolved) + ", not BOOLEAN.",
          "Compare the value with something, such as value > 0.",
          places.start());
    }
    UnresolvedColumns.check(filter, session, places);
    if (!resolved.deterministic()) {
      throw invalid(
          subject + " can give different results for the same row.",
          "Use only functions that depend on the row alone.",
          places.start());
    }
    return resolved;
  }

  private static Expression condition(LogicalPlan plan) {
    LogicalPlan node = plan;
    while (!(node instanceof Filter)) {
      node = node.children().apply(0);
    }
    return ((Filter) node).condition();
  }

  private static void refuseForeignParts(
      Expression parsed, CatalystSession session, String subject, SqlPlaces places) {
    Plans.forEach(
        parsed,
        part -> {
          if (part instanceof PlanExpression<?>) {
            throw invalid(
                subject + " has a subquery.",
                "Join with the other table in the query, and check the joined column.",
                places.at(part.origin()));
          }
          if (part instanceof UnresolvedFunction call) {
            String name = String.join(".", Plans.list(call.nameParts()));
            if (!session.hasFunction(name)) {
              throw new ProjectException(
                  QueryProblems.functionNotFound(
                      name, session.functionNames(), places.at(call.origin())));
            }
          }
        });
  }

  private static void refuseKinds(Expression resolved, String subject, SqlPlaces places) {
    Plans.forEach(
        resolved,
        part ->
            kindOf(part)
                .ifPresent(
                    kind -> {
                      throw invalid(
                          subject + " has " + kind + "; a rule looks at one row only.",
                          "Compute the value in the query, and check the resulting column.",
                          places.at(origin(part)));
                    }));
  }

  /** Where an expression stands; the analyzer loses the places of some that it rebuilds. */
  private static Origin origin(Expression expression) {
    if (expression.origin().line().isDefined()) {
      return expression.origin();
    }
    return Plans.list(expression.children()).stream()
        .map(ConditionAnalyzer::origin)
        .filter(origin -> origin.line().isDefined())
        .findFirst()
        .orElse(expression.origin());
  }

  private static Optional<String> kindOf(Expression part) {
    if (part instanceof WindowExpression
        || part instanceof WindowFunction
        || part instanceof UnresolvedWindowExpression) {
      return Optional.of("a window function");
    }
    if (part instanceof AggregateExpression || part instanceof AggregateFunction) {
      return Optional.of("an aggregate function");
    }
    return part instanceof Generator ? Optional.of("a generator") : Optional.empty();
  }

  private static String typeName(Expression expression) {
    return expression.dataType().sql().toUpperCase(Locale.ROOT);
  }

  private static ProjectException invalid(
      String message, String fix, io.lakeward.model.source.SourceSpan where) {
    return new ProjectException(Problem.of(EXPECTATION_INVALID, message).at(where).withFix(fix));
  }

  private static Problem inSubject(Problem problem, String subject) {
    if (problem.message().startsWith(subject)) {
      return problem;
    }
    boolean keepsCode =
        Stream.of(UNRESOLVED_COLUMN, ProblemCode.UNRESOLVED_ROUTINE, ProblemCode.PARSE_SYNTAX_ERROR)
            .anyMatch(problem.code()::equals);
    return new Problem(
        keepsCode ? problem.code() : EXPECTATION_INVALID,
        subject + ": " + problem.message(),
        problem.where(),
        problem.fix());
  }
}
