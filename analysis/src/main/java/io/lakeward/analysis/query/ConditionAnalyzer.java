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
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
  /** The analyzer refuses them as such before they are known to be generators. */
  private static final Set<String> GENERATORS =
      Set.of(
          "explode",
          "explode_outer",
          "posexplode",
          "posexplode_outer",
          "inline",
          "inline_outer",
          "stack",
          "json_tuple");

  private ConditionAnalyzer() {}

  /**
   * Binds a condition to the columns of a row.
   *
   * @param subject names the expectation in complaints, for example {@code Expectation `a` of b}
   * @param functions those that the condition may call; their expressions take the calls' places
   * @throws ProjectException with every problem found
   */
  public static Expression analyze(
      SqlText condition, List<Attribute> row, String subject, FunctionLookup functions) {
    SqlPlaces places = new SqlPlaces(condition);
    CatalystSession session = Sessions.of(condition, places);
    try {
      return QueryAnalyzer.guarded(
          session, places, () -> analyze(condition, row, subject, functions, session, places));
    } catch (ProjectException e) {
      throw new ProjectException(
          e.problems().stream().map(problem -> inSubject(problem, subject)).toList());
    }
  }

  private static Expression analyze(
      SqlText text,
      List<Attribute> row,
      String subject,
      FunctionLookup functions,
      CatalystSession session,
      SqlPlaces places) {
    Expression written = session.parser().parseExpression(text.sql());
    refuseSubqueries(written, subject, places);
    refuseKinds(written, subject, part -> places.at(origin(part)));
    FunctionCalls calls =
        new FunctionCalls(functions, session, places, text.catalog(), text.schema());
    Expression condition = calls.expand(written);
    refuseQueriesOfFunctions(condition, subject, places);
    refuseUnknownFunctions(condition, functions, session, places);
    // A leaf that offers the row's columns: the condition must not see what lies behind them.
    Source source = new Source.Table(new TableName("row", "row", "row"), new StructType());
    LogicalPlan filter =
        session
            .analyzer()
            .execute(
                new Filter(condition, new SourceRelation(Plans.seq(row), "row", source, false)));
    Expression resolved = condition(filter);
    // What stands in a function has no place in the condition.
    boolean asWritten = condition.fastEquals(written);
    refuseKinds(resolved, subject, part -> asWritten ? places.at(origin(part)) : places.start());
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

  private static void refuseSubqueries(Expression written, String subject, SqlPlaces places) {
    Plans.forEach(
        written,
        part -> {
          if (part instanceof PlanExpression<?>) {
            throw invalid(
                subject + " has a subquery.",
                "Join with the other table in the query, and check the joined column.",
                places.at(part.origin()));
          }
        });
  }

  /** The places of what stands in a function are not those of the condition. */
  private static void refuseQueriesOfFunctions(
      Expression expanded, String subject, SqlPlaces places) {
    if (FunctionQueries.looksUp(expanded)) {
      throw new ProjectException(
          QueryProblems.notSupported(
              subject + " calls a function with a query in it, which",
              "Call the function in the query, and check the resulting column.",
              places.start()));
    }
  }

  private static void refuseUnknownFunctions(
      Expression expanded, FunctionLookup functions, CatalystSession session, SqlPlaces places) {
    Plans.forEach(
        expanded,
        part -> {
          if (part instanceof UnresolvedFunction call) {
            String name = String.join(".", Plans.list(call.nameParts()));
            if (!session.hasFunction(name)) {
              List<String> known = new ArrayList<>(session.functionNames());
              functions.all().forEach(made -> known.add(made.table()));
              throw new ProjectException(
                  QueryProblems.functionNotFound(name, known, places.at(call.origin())));
            }
          }
        });
  }

  private static void refuseKinds(
      Expression resolved, String subject, Function<Expression, SourceSpan> places) {
    Plans.forEach(
        resolved,
        part ->
            kindOf(part)
                .ifPresent(
                    kind -> {
                      throw invalid(
                          subject + " has " + kind + "; a rule looks at one row only.",
                          "Compute the value in the query, and check the resulting column.",
                          places.apply(part));
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
    boolean isCallOfGenerator =
        part instanceof UnresolvedFunction call
            && GENERATORS.contains(call.nameParts().last().toString().toLowerCase(Locale.ROOT));
    return isCallOfGenerator || part instanceof Generator
        ? Optional.of("a generator")
        : Optional.empty();
  }

  private static String typeName(Expression expression) {
    return expression.dataType().sql().toUpperCase(Locale.ROOT);
  }

  private static ProjectException invalid(String message, String fix, SourceSpan where) {
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
