/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import static io.lakeward.model.problem.ProblemCode.AUTOCDC_INVALID_CLAUSE;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Generator;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.WindowExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.StructType;

/** Gives expressions in the clauses of a flow their meaning: deterministic, over one row. */
public final class RowExpressionAnalyzer {
  private RowExpressionAnalyzer() {}

  /**
   * Binds an expression to the columns of a row.
   *
   * @param clause names it in complaints, for example {@code SEQUENCE BY}
   * @throws ProjectException with every problem found
   */
  public static Expression analyze(SqlText text, List<Attribute> row, String clause) {
    SqlPlaces places = new SqlPlaces(text);
    CatalystSession session = Sessions.of(text, places);
    return QueryAnalyzer.guarded(
        session, places, () -> analyze(text, row, clause, session, places));
  }

  /** The same for an expression that has to be a condition. */
  public static Expression condition(SqlText text, List<Attribute> row, String clause) {
    Expression condition = analyze(text, row, clause);
    if (!(condition.dataType() instanceof BooleanType)) {
      throw invalid(
          clause + " has an expression of type " + condition.dataType().sql() + ", not BOOLEAN.",
          "Compare the value with something, such as value = 'x'.",
          new SqlPlaces(text).start());
    }
    return condition;
  }

  private static Expression analyze(
      SqlText text, List<Attribute> row, String clause, CatalystSession session, SqlPlaces places) {
    Expression parsed = session.parser().parseExpression(text.sql());
    refuseKinds(parsed, clause, places);
    Source source = new Source.Table(new TableName("row", "row", "row"), new StructType());
    NamedExpression named = parsed instanceof Alias alias ? alias : Plans.named(parsed, "value");
    LogicalPlan analyzed =
        session
            .analyzer()
            .execute(
                new Project(
                    Plans.seq(List.of(named)),
                    new SourceRelation(Plans.seq(row), "row", source, false)));
    UnresolvedColumns.check(analyzed, session, places);
    if (!(analyzed instanceof Project project)
        || project.projectList().size() != 1
        || !(project.projectList().apply(0) instanceof Alias value)) {
      throw notOneRow(clause, places.start());
    }
    refuseKinds(value.child(), clause, places);
    if (!value.child().deterministic()) {
      throw invalid(
          clause + " can give different results for the same row.",
          "Use only functions that depend on the row alone.",
          places.start());
    }
    return value.child();
  }

  private static void refuseKinds(Expression expression, String clause, SqlPlaces places) {
    Plans.forEach(
        expression,
        part -> {
          if (part instanceof WindowExpression
              || part instanceof AggregateExpression
              || part instanceof Generator
              || part instanceof PlanExpression<?>) {
            throw notOneRow(clause, places.start());
          }
        });
  }

  private static ProjectException notOneRow(String clause, SourceSpan where) {
    return invalid(
        clause + " needs more than one row.",
        "Use no aggregate, window function, generator or subquery here; compute the value in a view"
            + " that the flow reads.",
        where);
  }

  private static ProjectException invalid(String message, String fix, SourceSpan where) {
    return new ProjectException(Problem.of(AUTOCDC_INVALID_CLAUSE, message).at(where).withFix(fix));
  }
}
