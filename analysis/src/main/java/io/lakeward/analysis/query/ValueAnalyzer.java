/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import static io.lakeward.model.problem.ProblemCode.ANALYSIS_ERROR;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Generator;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.WindowExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** Gives expressions for single values their meaning: defaults and generated columns. */
public final class ValueAnalyzer {
  private ValueAnalyzer() {}

  /**
   * A value that looks at no row.
   *
   * @param subject begins complaints
   * @throws ProjectException with every problem found
   */
  public static Expression constant(
      SqlText text, DataType type, String subject, FunctionLookup functions) {
    return analyze(text, List.of(), type, subject, functions);
  }

  /**
   * A value that follows from the other columns of a row, and always in the same way.
   *
   * @throws ProjectException with every problem found
   */
  public static Expression ofRow(
      SqlText text, List<Attribute> row, DataType type, String subject, FunctionLookup functions) {
    Expression value = analyze(text, row, type, subject, functions);
    if (!value.deterministic()) {
      throw invalid(
          subject + " can have different values for the same row.",
          "Use only functions that depend on the row alone.",
          text);
    }
    return value;
  }

  private static Expression analyze(
      SqlText text, List<Attribute> row, DataType type, String subject, FunctionLookup functions) {
    SqlPlaces places = new SqlPlaces(text);
    CatalystSession session = Sessions.of(text, places);
    try {
      return QueryAnalyzer.guarded(
          session, places, () -> analyze(text, row, type, subject, functions, session, places));
    } catch (ProjectException e) {
      throw new ProjectException(
          e.problems().stream()
              .map(
                  p ->
                      p.message().startsWith(subject)
                          ? p
                          : new Problem(p.code(), subject + ": " + p.message(), p.where(), p.fix()))
              .toList());
    }
  }

  private static Expression analyze(
      SqlText text,
      List<Attribute> row,
      DataType type,
      String subject,
      FunctionLookup functions,
      CatalystSession session,
      SqlPlaces places) {
    FunctionCalls calls =
        new FunctionCalls(functions, session, places, text.catalog(), text.schema());
    Expression parsed = calls.expand(session.parser().parseExpression(text.sql()));
    refuse(parsed, subject, text);
    Cast cast =
        new Cast(
            parsed,
            type,
            Option.apply(session.conf().sessionLocalTimeZone()),
            EvalMode$.MODULE$.ANSI());
    Alias alias = Plans.named(cast, "value");
    Source source = new Source.Table(new TableName("row", "row", "row"), new StructType());
    LogicalPlan plan =
        session
            .analyzer()
            .execute(
                new Project(
                    Plans.seq(List.of(alias)),
                    new SourceRelation(Plans.seq(row), "row", source, false)));
    UnresolvedColumns.check(plan, session, places);
    if (!(plan instanceof Project project)
        || !(project.child() instanceof SourceRelation)
        || !project.resolved()) {
      throw invalid(
          subject + " is not a value of one row.",
          "Write an expression over the row's columns, without aggregates or generators.",
          text);
    }
    Expression value = ((Alias) project.projectList().apply(0)).child();
    refuse(value, subject, text);
    return value;
  }

  private static void refuse(Expression expression, String subject, SqlText text) {
    Plans.forEach(
        expression,
        part -> {
          if (part instanceof PlanExpression<?>
              || part instanceof WindowExpression
              || part instanceof AggregateExpression
              || part instanceof Generator) {
            throw invalid(
                subject + " looks at more than one row.", "Compute the value in the query.", text);
          }
        });
  }

  private static ProjectException invalid(String message, String fix, SqlText text) {
    return new ProjectException(
        Problem.of(ANALYSIS_ERROR, message).at(new SqlPlaces(text).start()).withFix(fix));
  }
}
