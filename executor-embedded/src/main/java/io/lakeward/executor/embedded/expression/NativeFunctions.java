/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.BinaryExpression;
import org.apache.spark.sql.catalyst.expressions.DivModLike;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.TernaryExpression;
import org.jspecify.annotations.Nullable;

/**
 * The expressions with an exact DuckDB form: per expression class one rule, which checks types and
 * modes and writes the SQL. Every rule is compared with Catalyst by {@code
 * ExpressionDifferentialTest}.
 */
final class NativeFunctions {
  private static final int LONGEST_GUARD = 300;

  private final Map<Class<?>, Rule> rules;

  NativeFunctions(Map<Class<?>, Rule> rules) {
    this.rules = Map.copyOf(rules);
  }

  static NativeFunctions standard() {
    Map<Class<?>, Rule> rules = new HashMap<>();
    NativeArithmetic.addTo(rules);
    NativeComparisons.addTo(rules);
    NativeStrings.addTo(rules);
    NativeDates.addTo(rules);
    NativeCollections.addTo(rules);
    NativeCasts.addTo(rules);
    return new NativeFunctions(rules);
  }

  /** These rules and one more; for tests of the judge. */
  NativeFunctions with(Class<?> type, Rule rule) {
    Map<Class<?>, Rule> more = new HashMap<>(rules);
    more.put(type, rule);
    return new NativeFunctions(more);
  }

  /** The SQL, or null if this expression has no exact DuckDB form. */
  @Nullable String find(
      Expression expression, UnaryOperatorOfExpression translate, int longestRepeated) {
    Rule rule = rules.get(expression.getClass());
    if (rule == null) {
      return null;
    }
    try {
      String sql = rule.sql(expression, new Scope(translate, longestRepeated));
      return sql == null ? null : withShortCircuit(expression, sql, translate);
    } catch (TooLongToRepeat e) {
      return null;
    }
  }

  /**
   * Spark does not evaluate the second operand of an operator if the first is NULL (for divisions:
   * the first if the second is NULL), which shows where it would fail. DuckDB evaluates both.
   */
  private static @Nullable String withShortCircuit(
      Expression expression, String sql, UnaryOperatorOfExpression translate) {
    boolean lazy =
        (expression instanceof BinaryExpression || expression instanceof TernaryExpression)
            && !(expression instanceof And
                || expression instanceof Or
                || expression instanceof EqualNullSafe);
    if (!lazy) {
      return sql;
    }
    List<Expression> operands = new ArrayList<>(Trees.children(expression));
    if (expression instanceof DivModLike) {
      Collections.reverse(operands);
    }
    boolean shows = operands.stream().skip(1).anyMatch(operand -> !Failures.isImpossible(operand));
    if (!shows || operands.stream().limit(operands.size() - 1L).noneMatch(Expression::nullable)) {
      return sql;
    }
    String first = translate.apply(operands.get(0));
    return operands.size() == 2 && first.length() < LONGEST_GUARD
        ? "CASE WHEN " + first + " IS NOT NULL THEN " + sql + " END"
        : null;
  }

  /** Writes the SQL of one expression class; null if the types or the mode are not covered. */
  interface Rule {
    @Nullable String sql(Expression expression, Scope scope);
  }

  /** Translates a child. */
  interface UnaryOperatorOfExpression {
    String apply(Expression expression);
  }

  /** Gives rules the SQL of children. */
  static final class Scope {
    private final UnaryOperatorOfExpression translate;
    private final int longestRepeated;

    Scope(UnaryOperatorOfExpression translate, int longestRepeated) {
      this.translate = translate;
      this.longestRepeated = longestRepeated;
    }

    String of(Expression child) {
      return translate.apply(child);
    }

    /** For arguments that a template writes more than once. */
    String repeated(Expression child) {
      String text = translate.apply(child);
      if (text.length() > longestRepeated) {
        throw new TooLongToRepeat();
      }
      return text;
    }
  }

  private static final class TooLongToRepeat extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLongToRepeat() {
      super(null, null, false, false);
    }
  }

  /** SQL that raises an error as Spark would name it. */
  static String error(String condition, String sqlState, String message) {
    return "error('["
        + condition
        + "] "
        + message.replace("'", "''")
        + " SQLSTATE: "
        + sqlState
        + "')";
  }

  static Rule unary(UnaryOperator<String> template) {
    return (e, s) -> template.apply(s.of(Trees.children(e).get(0)));
  }
}
