/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import io.lakeward.analysis.plan.Plans;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;

/**
 * The parts of a condition on whole rows. Parts that cannot fail stand side by side, where DuckDB
 * finds keys of joins and filters of files among them; what can fail follows in one expression that
 * is evaluated where those hold, as Spark does it.
 *
 * @param plain parts that cannot fail
 * @param subqueries such parts with subqueries, which are not worth to be looked at twice
 * @param last parts from the first one on that can fail, in their order
 */
record Conjunction(List<Expression> plain, List<Expression> subqueries, List<Expression> last) {

  /** The condition of a filter: parts are looked at from left to right. */
  static Conjunction ofFilter(Expression condition) {
    return of(Plans.conjuncts(condition));
  }

  /** The condition of a join: Spark compares keys first. */
  static Conjunction ofJoin(Expression condition) {
    List<Expression> keysFirst = new ArrayList<>();
    List<Expression> others = new ArrayList<>();
    for (Expression part : Plans.conjuncts(condition)) {
      boolean isKey = part instanceof EqualTo || part instanceof EqualNullSafe;
      (isKey && Failures.isImpossible(part) ? keysFirst : others).add(part);
    }
    keysFirst.addAll(others);
    return of(keysFirst);
  }

  private static Conjunction of(List<Expression> parts) {
    List<Expression> plain = new ArrayList<>();
    List<Expression> subqueries = new ArrayList<>();
    List<Expression> last = new ArrayList<>();
    for (Expression part : parts) {
      boolean isHarmless = Failures.isImpossible(part);
      if (isHarmless && Trees.exists(part, SubqueryExpression.class::isInstance)) {
        subqueries.add(part);
      } else if (isHarmless && last.isEmpty()) {
        plain.add(part);
      } else {
        last.add(part);
      }
    }
    return new Conjunction(plain, subqueries, last);
  }

  /** SQL that is true of the same rows. */
  String sql(Function<Expression, String> translator) {
    List<String> plainSql = plain.stream().map(translator).toList();
    List<String> all = new ArrayList<>(plainSql);
    subqueries.stream().map(translator).forEach(all::add);
    if (!last.isEmpty()) {
      List<String> inOrder = new ArrayList<>();
      if (!plainSql.isEmpty()) {
        inOrder.add(String.join(" AND ", plainSql));
      }
      last.stream().map(translator).forEach(inOrder::add);
      all.add(oneAfterTheOther(inOrder));
    }
    return all.size() == 1 ? all.get(0) : "(" + String.join(" AND ", all) + ")";
  }

  private static String oneAfterTheOther(List<String> conditions) {
    String sql = conditions.get(conditions.size() - 1);
    for (int i = conditions.size() - 2; i >= 0; i--) {
      sql = "(CASE WHEN " + conditions.get(i) + " THEN " + sql + " END)";
    }
    return sql;
  }
}
