/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;

/**
 * Spark's last check of an analyzed plan. Spark stops at the first column that it does not find;
 * here all columns that one step of the query does not find are reported.
 */
final class UnresolvedColumns {
  private final SqlPlaces places;
  private final Set<Problem> found = new LinkedHashSet<>();

  private UnresolvedColumns(SqlPlaces places) {
    this.places = places;
  }

  static void check(LogicalPlan analyzed, CatalystSession session, SqlPlaces places) {
    try {
      session.analyzer().checkAnalysis(analyzed);
    } catch (Exception e) { // Scala throws checked exceptions undeclared
      Problem first = SparkComplaints.toProblem(e, places);
      if (!SparkComplaints.condition(e).startsWith("UNRESOLVED_COLUMN.")) {
        throw new ProjectException(first, e);
      }
      UnresolvedColumns search = new UnresolvedColumns(places);
      search.collect(analyzed);
      List<Problem> all = new ArrayList<>(search.found);
      if (all.stream().noneMatch(p -> p.where().equals(first.where()))) {
        all.add(0, first);
      }
      throw new ProjectException(all);
    }
  }

  // Plans inside subqueries are left out: their columns may belong to an outer query that failed.
  private void collect(LogicalPlan node) {
    List<LogicalPlan> children = Plans.list(node.children());
    children.forEach(this::collect);
    if (children.isEmpty() || !children.stream().allMatch(UnresolvedColumns::hasKnownOutput)) {
      return;
    }
    List<String> columns =
        children.stream()
            .flatMap(child -> Plans.list(child.output()).stream())
            .map(Attribute::name)
            .distinct()
            .toList();
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    known.addAll(columns);
    List<Expression> expressions = Plans.list(node.expressions());
    for (Expression expression : expressions) {
      if (expression instanceof Alias alias) {
        known.add(alias.name());
      }
    }
    for (Expression expression : expressions) {
      Plans.forEach(expression, part -> check(part, columns, known));
    }
  }

  /** Whether a node's columns are certain, be its own expressions resolved or not. */
  private static boolean hasKnownOutput(LogicalPlan node) {
    boolean passesColumnsOn =
        node instanceof Filter
            || node instanceof Sort
            || node instanceof SubqueryAlias
            || (node instanceof Join join && join.condition().isDefined());
    return passesColumnsOn
        ? Plans.list(node.children()).stream().allMatch(UnresolvedColumns::hasKnownOutput)
        : node.resolved();
  }

  private void check(Expression part, List<String> columns, Set<String> known) {
    if (part instanceof UnresolvedAttribute column
        && column.origin().line().isDefined()
        && Plans.list(column.nameParts()).stream().noneMatch(known::contains)) {
      found.add(QueryProblems.columnNotFound(column.sql(), columns, places.at(column.origin())));
    }
  }
}
