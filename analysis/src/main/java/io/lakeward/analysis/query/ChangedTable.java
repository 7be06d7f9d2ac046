/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;

/**
 * The table of a statement that changes rows, as far as its user sees it: rows that a filter leaves
 * out are not there, and a masked column shows its mask. What is stored goes along, so that a
 * column that is not set stays as it is.
 *
 * @param rows with the columns that are seen, those that are stored, and the place of each row
 * @param seen the columns that the statement's conditions and values are about
 * @param stored the same columns without masks
 */
record ChangedTable(LogicalPlan rows, List<Attribute> seen, List<Attribute> stored) {
  ChangedTable {
    seen = List.copyOf(seen);
    stored = List.copyOf(stored);
  }

  /**
   * @param table the statement's own, analyzed
   */
  static ChangedTable of(LogicalPlan table) {
    List<Attribute> stored = new ArrayList<>();
    LogicalPlan rows = withEverything(table, stored);
    return new ChangedTable(rows, Plans.list(table.output()), stored);
  }

  private static LogicalPlan withEverything(LogicalPlan plan, List<Attribute> stored) {
    if (plan instanceof SourceRelation leaf) {
      stored.addAll(Plans.list(leaf.output()));
      return leaf.withPositions();
    }
    if (plan instanceof SubqueryAlias alias) {
      return withEverything(alias.child(), stored);
    }
    if (plan instanceof Filter filter) {
      return new Filter(filter.condition(), withEverything(filter.child(), stored));
    }
    if (plan instanceof Project project) {
      LogicalPlan child = withEverything(project.child(), stored);
      List<NamedExpression> columns = new ArrayList<>(Plans.list(project.projectList()));
      for (Attribute column : Plans.list(child.output())) {
        if (columns.stream().noneMatch(c -> c.exprId().equals(column.exprId()))) {
          columns.add(column);
        }
      }
      return new Project(Plans.seq(columns), child);
    }
    throw new IllegalStateException("a table is read through " + plan.nodeName());
  }

  /** The stored column behind one that is seen. */
  Attribute storedOf(Attribute column) {
    return stored.get(seen.indexOf(column));
  }

  /** Where a row is stored: its file and its number there. */
  List<Attribute> position() {
    return Plans.list(rows.output()).stream().filter(SourceRelation::isPosition).toList();
  }

  LogicalPlan changes(List<NamedExpression> row, String action, LogicalPlan changed) {
    return changes(row, RowActions.text(action), changed);
  }

  /**
   * Rows that change.
   *
   * @param row what they have from now on
   * @param action what is done to each
   * @param changed the rows of the table that it is about
   */
  LogicalPlan changes(List<NamedExpression> row, Expression action, LogicalPlan changed) {
    List<NamedExpression> columns = new ArrayList<>(row);
    columns.addAll(position());
    columns.add(Plans.named(action, AnalyzedChange.Rewrite.ACTION));
    return new Project(Plans.seq(columns), changed);
  }
}
