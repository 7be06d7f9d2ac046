/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.executor.embedded.expression.ColumnNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Rules of views inside a query. DuckDB moves conditions and limits as near to the files as it can;
 * rows that it leaves out there would be missing in the counts, so it is kept from it: no condition
 * passes a limit, and of a materialized table all rows are computed, whatever a join then needs.
 */
final class ViewRules {
  private static final String ALL = " LIMIT " + Long.MAX_VALUE;

  /** Above these DuckDB has nothing that reaches below a limit, so rows need not be kept. */
  private static final Set<String> ROW_BY_ROW =
      Set.of("Project", "Filter", "SubqueryAlias", "CheckedRows", "SourceRelation", "Aggregate");

  private final PlanTranslator translator;
  private final RowCheckCalls checks;
  private boolean isRowByRow;

  ViewRules(PlanTranslator translator, RowCheckCalls checks) {
    this.translator = translator;
    this.checks = checks;
  }

  /** To be told the whole query first. */
  void lookAt(LogicalPlan query) {
    boolean[] plain = {true};
    Plans.forEach(query, node -> plain[0] &= ROW_BY_ROW.contains(node.nodeName()));
    Plans.forEachExpression(query, part -> plain[0] &= !(part instanceof SubqueryExpression));
    isRowByRow = plain[0];
  }

  Fragment checked(CheckedRows view) {
    Fragment child = translator.fragment(view.child());
    List<RowRule> rules = RowRule.of(view);
    List<String> columns = new ArrayList<>();
    for (Attribute column : PlanTranslator.outputOf(view)) {
      String name = ColumnNames.of(column);
      if (!columns.contains(name)) {
        columns.add(name);
      }
    }
    String list = translator.selectList(columns) + child.carried();
    String passedColumn = translator.hiddenColumn();
    String keep = translator.hiddenColumn();
    String passed =
        "SELECT *, "
            + PassedBits.of(rules, translator::expression)
            + " AS "
            + passedColumn
            + " FROM "
            + child.from();
    String kept =
        "SELECT "
            + list
            + " FROM (SELECT *, "
            + checks.keep(view, passedColumn)
            + " AS "
            + keep
            + " FROM ("
            + passed
            + ")) WHERE "
            + keep
            + ALL;
    if (isRowByRow) {
      return child.with(kept);
    }
    String table = translator.hiddenColumn();
    return child.with("WITH " + table + " AS MATERIALIZED (" + kept + ") SELECT * FROM " + table);
  }
}
