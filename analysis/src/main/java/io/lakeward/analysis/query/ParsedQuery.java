/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.Star;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAlias;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;

/**
 * A query whose syntax is understood and whose names are not resolved yet.
 *
 * @param plan unresolved; names of common table expressions are bound already
 * @param references the tables that it reads, in the order of the text
 */
public record ParsedQuery(SqlText text, LogicalPlan plan, List<TableReference> references) {
  public ParsedQuery {
    references = List.copyOf(references);
  }

  /** The same query under other settings. */
  public ParsedQuery withText(SqlText other) {
    return new ParsedQuery(other, plan, references);
  }

  /** A column that is an expression to which the query gives no name. */
  public Optional<String> firstColumnWithoutName() {
    LogicalPlan node = plan;
    while (!(node instanceof Project)
        && !(node instanceof Aggregate)
        && node.children().size() == 1) {
      node = node.children().apply(0);
    }
    List<NamedExpression> columns =
        node instanceof Project project
            ? Plans.list(project.projectList())
            : node instanceof Aggregate aggregate
                ? Plans.list(aggregate.aggregateExpressions())
                : List.of();
    return columns.stream()
        .filter(
            column ->
                column instanceof UnresolvedAlias alias
                    && !(alias.child() instanceof UnresolvedAttribute)
                    && !(alias.child() instanceof Star))
        .map(column -> ((UnresolvedAlias) column).child().toString().replace("'", ""))
        .findFirst();
  }

  /** The query's first word in the user's file. */
  public SourceSpan where() {
    return new SqlPlaces(text).start();
  }
}
