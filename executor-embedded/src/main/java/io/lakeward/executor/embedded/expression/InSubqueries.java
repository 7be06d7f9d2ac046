/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import io.lakeward.analysis.plan.Plans;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Exists;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.InSubquery;
import org.apache.spark.sql.catalyst.expressions.KnownNullable;
import org.apache.spark.sql.catalyst.expressions.ListQuery;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * {@code IN (SELECT …)}. Spark makes a join of it: {@code IN} is TRUE where a row of the subquery
 * matches and else FALSE, never NULL; {@code NOT IN} is FALSE where a row matches or might match
 * with something in the place of NULLs, and else TRUE. Only a value that is known to be NULL before
 * any row is read makes it NULL, if the subquery has a row. DuckDB follows the standard instead,
 * and holds rows with NULLs equal. Only in a condition, where NULL does the same as FALSE, its own
 * {@code IN} of a single value gives the same rows, and is faster.
 */
final class InSubqueries {
  private final SubqueryTranslator subqueries;
  private final NativeFunctions.UnaryOperatorOfExpression translate;
  private final Set<InSubquery> inConditions = Collections.newSetFromMap(new IdentityHashMap<>());

  InSubqueries(SubqueryTranslator subqueries, NativeFunctions.UnaryOperatorOfExpression translate) {
    this.subqueries = subqueries;
    this.translate = translate;
  }

  static boolean isOne(Expression expression) {
    return expression instanceof InSubquery
        || expression instanceof KnownNullable
        || (expression instanceof Not not && not.child() instanceof InSubquery);
  }

  /**
   * Spark's optimizer moves NOT inwards, and does so with {@code = FALSE} too, before it makes
   * joins, which decides about NULLs.
   */
  static Expression simplified(Expression expression, SQLConf conf) {
    if (!Trees.exists(expression, InSubquery.class::isInstance)) {
      return expression;
    }
    if (expression instanceof InSubquery in && isNullBeforeAnyRow(in)) {
      Expression unknown = Literal.create(null, DataTypes.BooleanType);
      return conf.legacyNullInEmptyBehavior()
          ? unknown
          : new If(hasRow(in.query()), unknown, Literal.create(false, DataTypes.BooleanType));
    }
    if (expression instanceof EqualTo equal && truth(equal.right()).isPresent()) {
      return simplified(is(equal.left(), truth(equal.right()).get()), conf);
    }
    if (expression instanceof EqualTo equal && truth(equal.left()).isPresent()) {
      return simplified(is(equal.right(), truth(equal.left()).get()), conf);
    }
    if (expression instanceof Not not) {
      Expression child = not.child();
      if (child instanceof Not inner) {
        return simplified(inner.child(), conf);
      }
      if (child instanceof EqualTo equal && !simplified(equal, conf).fastEquals(equal)) {
        return simplified(new Not(simplified(equal, conf)), conf);
      }
      if (child instanceof And and) {
        return new Or(
            simplified(new Not(and.left()), conf), simplified(new Not(and.right()), conf));
      }
      if (child instanceof Or or) {
        return new And(simplified(new Not(or.left()), conf), simplified(new Not(or.right()), conf));
      }
    }
    return Trees.mapChildren(expression, child -> simplified(child, conf));
  }

  /** What an expression has once and uses several times, which Spark computes before the rest. */
  static Expression shared(Expression definition, SQLConf conf) {
    return Trees.exists(definition, InSubquery.class::isInstance)
        ? new KnownNullable(simplified(definition, conf))
        : definition;
  }

  private static Expression hasRow(ListQuery query) {
    return new Exists(
        query.plan(),
        query.getOuterScopeAttrs(),
        query.exprId(),
        Plans.seq(List.of()),
        query.hint());
  }

  private static boolean isNullBeforeAnyRow(InSubquery in) {
    return in.values().size() == 1 && isNull(in.values().apply(0)) && !in.query().isCorrelated();
  }

  private static boolean isNull(Expression value) {
    return value instanceof Literal literal
        ? literal.value() == null
        : value.nullIntolerant() && Trees.children(value).stream().anyMatch(InSubqueries::isNull);
  }

  private static Optional<Boolean> truth(Expression value) {
    return value instanceof Literal literal && literal.value() instanceof Boolean truth
        ? Optional.of(truth)
        : Optional.empty();
  }

  private static Expression is(Expression condition, boolean truth) {
    return truth ? condition : new Not(condition);
  }

  /** Marks those whose NULL and FALSE do the same, because rows are kept only if this is TRUE. */
  void useAsCondition(Expression condition) {
    if (condition instanceof InSubquery in) {
      inConditions.add(in);
    } else if (condition instanceof And
        || condition instanceof Or
        || (condition instanceof Not not && not.child() instanceof InSubquery)) {
      Trees.children(condition).forEach(this::useAsCondition);
    }
  }

  /** The SQL of {@code IN} and {@code NOT IN}; null for any other expression. */
  @Nullable String find(Expression expression) {
    if (expression instanceof KnownNullable shared) {
      return translate.apply(shared.child());
    }
    if (expression instanceof InSubquery in) {
      return isPlain(in) ? plain(in) : "EXISTS (" + matches(in, false) + ")";
    }
    if (expression instanceof Not not && not.child() instanceof InSubquery in) {
      return isPlain(in) ? "(NOT " + plain(in) + ")" : "(NOT EXISTS (" + matches(in, true) + "))";
    }
    return null;
  }

  private boolean isPlain(InSubquery in) {
    return in.values().size() == 1 && (inConditions.contains(in) || !isNullable(in, 0));
  }

  private static boolean isNullable(InSubquery in, int index) {
    return in.values().apply(index).nullable() || columns(in).get(index).nullable();
  }

  private static List<Attribute> columns(InSubquery in) {
    return CollectionConverters.asJava(in.query().plan().output());
  }

  private String value(InSubquery in, int index) {
    Expression value = in.values().apply(index);
    ExpressionTranslator.requireComparable(value.dataType());
    return translate.apply(value);
  }

  private String plain(InSubquery in) {
    return "(" + value(in, 0) + " IN (" + subqueries.translate(in.query().plan()) + "))";
  }

  private String matches(InSubquery in, boolean orMightMatch) {
    List<Attribute> columns = columns(in);
    List<String> items = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < in.values().size(); i++) {
      String name = "\"#in" + i + "\"";
      items.add(ColumnNames.of(columns.get(i)) + " AS " + name);
      String equal = "(" + name + " = " + value(in, i) + ")";
      conditions.add(orMightMatch && isNullable(in, i) ? "coalesce(" + equal + ", true)" : equal);
    }
    return "SELECT 1 FROM (SELECT %s FROM (%s)) WHERE %s"
        .formatted(
            String.join(", ", items),
            subqueries.translate(in.query().plan()),
            String.join(" AND ", conditions));
  }
}
