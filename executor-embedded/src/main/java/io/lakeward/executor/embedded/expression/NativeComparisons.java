/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import io.lakeward.executor.embedded.expression.NativeFunctions.Rule;
import io.lakeward.executor.embedded.expression.NativeFunctions.Scope;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GreaterThan;
import org.apache.spark.sql.catalyst.expressions.GreaterThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.Greatest;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.IsNaN;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.Least;
import org.apache.spark.sql.catalyst.expressions.LessThan;
import org.apache.spark.sql.catalyst.expressions.LessThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.NullType;
import org.jspecify.annotations.Nullable;

/** Comparisons, three-valued logic and conditionals. */
final class NativeComparisons {
  private NativeComparisons() {}

  static void addTo(Map<Class<?>, Rule> rules) {
    rules.put(EqualTo.class, comparison("="));
    rules.put(EqualNullSafe.class, comparison("IS NOT DISTINCT FROM"));
    rules.put(LessThan.class, comparison("<"));
    rules.put(LessThanOrEqual.class, comparison("<="));
    rules.put(GreaterThan.class, comparison(">"));
    rules.put(GreaterThanOrEqual.class, comparison(">="));
    rules.put(
        And.class, (e, s) -> logic("AND", "false", "true", ((And) e).left(), ((And) e).right(), s));
    rules.put(
        Or.class, (e, s) -> logic("OR", "true", "false", ((Or) e).left(), ((Or) e).right(), s));
    rules.put(Not.class, NativeFunctions.unary(x -> "(NOT " + x + ")"));
    rules.put(IsNull.class, NativeFunctions.unary(x -> "(" + x + " IS NULL)"));
    rules.put(IsNotNull.class, NativeFunctions.unary(x -> "(" + x + " IS NOT NULL)"));
    rules.put(IsNaN.class, NativeFunctions.unary(x -> "coalesce(isnan(" + x + "), false)"));
    rules.put(In.class, (e, s) -> in((In) e, s));
    rules.put(If.class, (e, s) -> conditional((If) e, s));
    rules.put(CaseWhen.class, (e, s) -> caseWhen((CaseWhen) e, s));
    rules.put(Coalesce.class, (e, s) -> coalesce(e, s));
    rules.put(Greatest.class, (e, s) -> extreme("greatest", e, s));
    rules.put(Least.class, (e, s) -> extreme("least", e, s));
  }

  private static boolean isComparable(DataType left, DataType right) {
    return left.equals(right)
        && !DuckTypes.isNested(left)
        && !(left instanceof NullType)
        && DuckTypes.isSupported(left);
  }

  private static Rule comparison(String operator) {
    return (e, s) -> {
      List<Expression> sides = Trees.children(e);
      return isComparable(sides.get(0).dataType(), sides.get(1).dataType())
          ? "(" + s.of(sides.get(0)) + " " + operator + " " + s.of(sides.get(1)) + ")"
          : null;
    };
  }

  /**
   * DuckDB may evaluate the two sides in any order; Spark evaluates the right one only if the left
   * one has not decided, which shows if the right one can fail.
   */
  private static @Nullable String logic(
      String operator,
      String decisive,
      String neutral,
      Expression left,
      Expression right,
      Scope s) {
    if (Failures.isImpossible(right)) {
      return "(" + s.of(left) + " " + operator + " " + s.of(right) + ")";
    }
    String rightSql = s.repeated(right);
    String undecided =
        operator.equals("AND")
            ? "nullif(" + rightSql + ", true)"
            : "nullif(" + rightSql + ", false)";
    return "(CASE "
        + s.of(left)
        + " WHEN "
        + decisive
        + " THEN "
        + decisive
        + " WHEN "
        + neutral
        + " THEN "
        + rightSql
        + " ELSE "
        + undecided
        + " END)";
  }

  private static @Nullable String in(In in, Scope s) {
    List<Expression> items = scala.jdk.javaapi.CollectionConverters.asJava(in.list());
    boolean comparable =
        items.stream()
            .allMatch(
                item ->
                    isComparable(in.value().dataType(), item.dataType())
                        && Failures.isImpossible(item));
    if (!comparable || items.isEmpty()) {
      return null;
    }
    return "("
        + s.of(in.value())
        + " IN ("
        + items.stream().map(s::of).collect(Collectors.joining(", "))
        + "))";
  }

  private static boolean sameType(Expression whole, Expression part) {
    return DuckTypes.isSupported(whole.dataType())
        && DuckTypes.isSupported(part.dataType())
        && DuckTypes.of(whole.dataType()).equals(DuckTypes.of(part.dataType()));
  }

  private static @Nullable String conditional(If e, Scope s) {
    if (!sameType(e, e.trueValue()) || !sameType(e, e.falseValue())) {
      return null;
    }
    return "CASE WHEN "
        + s.of(e.predicate())
        + " THEN "
        + s.of(e.trueValue())
        + " ELSE "
        + s.of(e.falseValue())
        + " END";
  }

  private static @Nullable String caseWhen(CaseWhen e, Scope s) {
    StringBuilder text = new StringBuilder("CASE");
    for (scala.Tuple2<Expression, Expression> branch :
        scala.jdk.javaapi.CollectionConverters.asJava(e.branches())) {
      if (!sameType(e, branch._2()) || !(branch._1().dataType() instanceof BooleanType)) {
        return null;
      }
      text.append(" WHEN ").append(s.of(branch._1())).append(" THEN ").append(s.of(branch._2()));
    }
    if (e.elseValue().isDefined()) {
      Expression last = e.elseValue().get();
      if (!sameType(e, last)) {
        return null;
      }
      text.append(" ELSE ").append(s.of(last));
    } else {
      text.append(" ELSE CAST(NULL AS ").append(DuckTypes.of(e.dataType())).append(")");
    }
    return text.append(" END").toString();
  }

  private static @Nullable String coalesce(Expression e, Scope s) {
    List<Expression> items = Trees.children(e);
    return items.stream().allMatch(item -> sameType(e, item))
        ? "coalesce(" + items.stream().map(s::of).collect(Collectors.joining(", ")) + ")"
        : null;
  }

  private static @Nullable String extreme(String function, Expression e, Scope s) {
    DataType type = e.dataType();
    List<Expression> items = Trees.children(e);
    boolean exact =
        !(type instanceof DoubleType || type instanceof FloatType)
            && items.stream().allMatch(item -> isComparable(type, item.dataType()));
    return exact
        ? function + "(" + items.stream().map(s::of).collect(Collectors.joining(", ")) + ")"
        : null;
  }
}
