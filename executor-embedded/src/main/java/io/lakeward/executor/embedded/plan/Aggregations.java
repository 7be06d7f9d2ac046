/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.executor.embedded.expression.ColumnNames;
import io.lakeward.executor.embedded.expression.FieldNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.SessionWindow;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Expand;
import org.apache.spark.sql.types.DataType;
import scala.PartialFunction;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractPartialFunction;

/**
 * GROUP BY, and the copies of rows that ROLLUP, CUBE and GROUPING SETS make.
 *
 * <p>A group's keys and aggregates become columns of an inner SELECT, and the expressions around
 * them an outer one. So nothing depends on how DuckDB compares expressions, or reads a constant in
 * GROUP BY.
 */
final class Aggregations {
  private final PlanTranslator plans;

  Aggregations(PlanTranslator plans) {
    this.plans = plans;
  }

  Fragment aggregate(Aggregate aggregate) {
    Fragment child = plans.fragment(aggregate.child());
    List<String> items = new ArrayList<>();
    List<String> ordinals = new ArrayList<>();
    Map<Expression, Attribute> columns = new LinkedHashMap<>();
    for (Expression key : CollectionConverters.asJava(aggregate.groupingExpressions())) {
      if (columns.containsKey(key.canonicalized())) {
        continue;
      }
      refuseSessionWindow(key);
      // A plain column keeps its name, so that subqueries which refer to it still find it.
      Attribute column =
          key instanceof Attribute attribute ? attribute : Attributes.fresh("key", key.dataType());
      columns.put(key.canonicalized(), column);
      items.add(plans.expressions().groupKey(key) + " AS " + ColumnNames.of(column));
      ordinals.add(Integer.toString(items.size()));
    }
    List<NamedExpression> results = CollectionConverters.asJava(aggregate.aggregateExpressions());
    for (NamedExpression result : results) {
      collectCalls((Expression) result, columns, items);
    }
    String groupBy = ordinals.isEmpty() ? "()" : String.join(", ", ordinals);
    String inner =
        "SELECT " + plans.selectList(items) + " FROM " + child.from() + " GROUP BY " + groupBy;
    List<NamedExpression> outer = new ArrayList<>();
    for (NamedExpression result : results) {
      outer.add((NamedExpression) ((Expression) result).transformDown(replacing(columns)));
    }
    return plans.project(Plans.seq(outer), Fragment.of(inner));
  }

  /**
   * Spark puts overlapping sessions together when it plans the grouping, not in the query's plan.
   */
  private static void refuseSessionWindow(Expression key) {
    if (key instanceof NamedExpression column
        && column.metadata().contains(SessionWindow.marker())) {
      throw new UnsupportedPlanException("GROUP BY session_window is not supported.");
    }
  }

  private void collectCalls(
      Expression expression, Map<Expression, Attribute> columns, List<String> items) {
    if (columns.containsKey(expression.canonicalized())) {
      return;
    }
    if (expression instanceof AggregateExpression call) {
      Attribute column = Attributes.fresh("agg", call.dataType());
      columns.put(call.canonicalized(), column);
      items.add(plans.expressions().aggregate(call) + " AS " + ColumnNames.of(column));
      return;
    }
    for (Expression child : CollectionConverters.asJava(expression.children())) {
      collectCalls(child, columns, items);
    }
  }

  private static PartialFunction<Expression, Expression> replacing(
      Map<Expression, Attribute> columns) {
    return new AbstractPartialFunction<>() {
      @Override
      public boolean isDefinedAt(Expression expression) {
        return !(expression instanceof Attribute)
            && columns.containsKey(expression.canonicalized());
      }

      @Override
      @SuppressWarnings("unchecked")
      public <A extends Expression, B> B applyOrElse(
          A expression, scala.Function1<A, B> otherwise) {
        Attribute column = columns.get(expression.canonicalized());
        return column == null || expression instanceof Attribute
            ? otherwise.apply(expression)
            : (B) column;
      }
    };
  }

  /** Each row once for each list of projections. */
  Fragment expand(Expand expand) {
    plans.refuseStream(expand, "ROLLUP, CUBE or GROUPING SETS");
    Fragment child = plans.fragment(expand.child());
    List<Seq<Expression>> copies = CollectionConverters.asJava(expand.projections());
    String copy = plans.hiddenColumn();
    Map<String, String> items = new LinkedHashMap<>();
    List<Attribute> output = CollectionConverters.asJava(expand.output());
    for (int column = 0; column < output.size(); column++) {
      String name = ColumnNames.of(output.get(column));
      items.putIfAbsent(
          name, oneOf(copies, column, output.get(column).dataType(), copy) + " AS " + name);
    }
    return Fragment.of(
        "SELECT %s FROM %s AS l CROSS JOIN range(%d) AS r(%s)"
            .formatted(String.join(", ", items.values()), child.from(), copies.size(), copy));
  }

  private String oneOf(List<Seq<Expression>> copies, int column, DataType type, String copy) {
    List<String> values = new ArrayList<>();
    for (Seq<Expression> projection : copies) {
      Expression value = projection.apply(column);
      values.add(FieldNames.renamed(plans.expression(value), value.dataType(), type));
    }
    if (values.stream().distinct().count() == 1) {
      return values.get(0);
    }
    StringBuilder cases = new StringBuilder("CASE ").append(copy);
    for (int i = 0; i < values.size(); i++) {
      cases.append(" WHEN ").append(i).append(" THEN ").append(values.get(i));
    }
    return cases.append(" END").toString();
  }
}
