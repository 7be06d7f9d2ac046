/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Generate;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;

/**
 * Keeps the columns of a query's source beside those of its result, so that a row can be shown with
 * the record that it was made of. Only queries that go row by row over one source have such a
 * record.
 *
 * @param plan the query with the source's columns added
 * @param columns those columns
 */
record InputColumns(LogicalPlan plan, List<Attribute> columns) {

  static Optional<InputColumns> keep(LogicalPlan plan) {
    if (plan instanceof SourceRelation source) {
      List<Attribute> all = Plans.list(source.output());
      int hidden = source.readsMetadata() ? 1 : 0;
      return Optional.of(new InputColumns(plan, all.subList(0, all.size() - hidden)));
    }
    if (plan instanceof Project project) {
      return keep(project.child()).map(input -> input.under(project));
    }
    if (plan instanceof Filter filter) {
      return keep(filter.child())
          .map(in -> new InputColumns(new Filter(filter.condition(), in.plan), in.columns));
    }
    if (plan instanceof Generate generate) {
      return keep(generate.child())
          .map(in -> new InputColumns(generate.withNewChildInternal(in.plan), in.columns));
    }
    if (plan instanceof CheckedRows checked) {
      return keep(checked.child())
          .map(in -> new InputColumns(checked.withChild(in.plan), in.columns));
    }
    return plan instanceof SubqueryAlias alias ? keep(alias.child()) : Optional.empty();
  }

  private InputColumns under(Project project) {
    List<NamedExpression> kept = new ArrayList<>(Plans.list(project.projectList()));
    Set<ExprId> there = kept.stream().map(NamedExpression::exprId).collect(Collectors.toSet());
    columns.stream()
        .filter(column -> !there.contains(column.exprId()))
        .forEach(column -> kept.add(column));
    return new InputColumns(new Project(Plans.seq(kept), plan), columns);
  }
}
