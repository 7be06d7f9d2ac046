/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import io.lakeward.executor.embedded.expression.NativeFunctions.Rule;
import io.lakeward.executor.embedded.expression.NativeFunctions.Scope;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Abs;
import org.apache.spark.sql.catalyst.expressions.Add;
import org.apache.spark.sql.catalyst.expressions.BinaryArithmetic;
import org.apache.spark.sql.catalyst.expressions.Divide;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.IntegralDivide;
import org.apache.spark.sql.catalyst.expressions.Multiply;
import org.apache.spark.sql.catalyst.expressions.Remainder;
import org.apache.spark.sql.catalyst.expressions.Subtract;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegralType;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic. Integers overflow with an error in both engines (ANSI mode only); floats follow IEEE
 * 754 in both.
 */
final class NativeArithmetic {
  private static final String DIVIDE_BY_ZERO =
      NativeFunctions.error(
          "DIVIDE_BY_ZERO",
          "22012",
          "Division by zero. Use `try_divide` to tolerate divisor being 0 and return NULL instead."
              + " If necessary set \"spark.sql.ansi.enabled\" to \"false\" to bypass this error.");
  private static final String REMAINDER_BY_ZERO =
      NativeFunctions.error(
          "REMAINDER_BY_ZERO",
          "22012",
          "Remainder by zero. Use `try_mod` to tolerate divisor being 0 and return NULL instead."
              + " If necessary set \"spark.sql.ansi.enabled\" to \"false\" to bypass this error.");

  private NativeArithmetic() {}

  static void addTo(Map<Class<?>, Rule> rules) {
    rules.put(
        Add.class,
        (e, s) ->
            additive((BinaryArithmetic) e, "+", ((Add) e).evalContext().evalMode().toString(), s));
    rules.put(
        Subtract.class,
        (e, s) ->
            additive(
                (BinaryArithmetic) e, "-", ((Subtract) e).evalContext().evalMode().toString(), s));
    rules.put(Multiply.class, (e, s) -> multiply((Multiply) e, s));
    rules.put(Divide.class, (e, s) -> divide((Divide) e, s));
    rules.put(
        Remainder.class,
        (e, s) ->
            wholeDivision(
                (BinaryArithmetic) e, "%", ((Remainder) e).evalContext().evalMode().toString(), s));
    rules.put(
        IntegralDivide.class,
        (e, s) ->
            wholeDivision(
                (BinaryArithmetic) e,
                "//",
                ((IntegralDivide) e).evalContext().evalMode().toString(),
                s));
    rules.put(
        UnaryMinus.class,
        (e, s) -> signed(((UnaryMinus) e).child(), ((UnaryMinus) e).failOnError(), "(-%s)", s));
    rules.put(
        Abs.class, (e, s) -> signed(((Abs) e).child(), ((Abs) e).failOnError(), "abs(%s)", s));
  }

  /**
   * Whether this is arithmetic of floats, or of decimals whose every result has room in its type.
   */
  static boolean cannotFail(Expression e) {
    if (!(e instanceof Add || e instanceof Subtract || e instanceof Multiply)) {
      return false;
    }
    return isFloat(e.dataType())
        || (e.dataType() instanceof DecimalType type
            && (e instanceof Multiply product
                ? isExactProduct(product, type, false)
                : isExactSum((BinaryArithmetic) e, type, false)));
  }

  private static boolean isFloat(DataType type) {
    return type instanceof DoubleType || type instanceof FloatType;
  }

  private static @Nullable String additive(
      BinaryArithmetic e, String operator, String mode, Scope s) {
    if (isFloat(e.dataType()) || (e.dataType() instanceof IntegralType && mode.equals("ANSI"))) {
      return "(" + s.of(e.left()) + " " + operator + " " + s.of(e.right()) + ")";
    }
    if (e.dataType() instanceof DecimalType type && isExactSum(e, type, mode.equals("ANSI"))) {
      String duckType = DuckTypes.of(type);
      return "CAST((CAST("
          + s.of(e.left())
          + " AS "
          + duckType
          + ") "
          + operator
          + " CAST("
          + s.of(e.right())
          + " AS "
          + duckType
          + ")) AS "
          + duckType
          + ")";
    }
    return null;
  }

  /**
   * Whether DuckDB's sum is Spark's: Spark has not rounded it, and it either fits or has all the
   * digits that a decimal can have, so that both refuse what is larger.
   */
  private static boolean isExactSum(BinaryArithmetic e, DecimalType type, boolean refusesOverflow) {
    DecimalType left = (DecimalType) e.left().dataType();
    DecimalType right = (DecimalType) e.right().dataType();
    int scale = Math.max(left.scale(), right.scale());
    int whole = Math.max(left.precision() - left.scale(), right.precision() - right.scale());
    return type.scale() == scale && holds(type, scale + whole + 1, refusesOverflow);
  }

  private static boolean holds(DecimalType type, int digits, boolean refusesOverflow) {
    boolean isLargest = type.precision() == DecimalType.MAX_PRECISION();
    return type.precision() == digits || (isLargest && refusesOverflow);
  }

  private static @Nullable String multiply(Multiply e, Scope s) {
    DataType type = e.dataType();
    if (isFloat(type)
        || (type instanceof IntegralType && e.evalContext().evalMode().toString().equals("ANSI"))) {
      return "(" + s.of(e.left()) + " * " + s.of(e.right()) + ")";
    }
    return type instanceof DecimalType decimal
            && isExactProduct(e, decimal, e.evalContext().evalMode().toString().equals("ANSI"))
        ? product(e, decimal, s)
        : null;
  }

  /** As {@link #isExactSum}. */
  private static boolean isExactProduct(Multiply e, DecimalType type, boolean refusesOverflow) {
    DecimalType left = (DecimalType) e.left().dataType();
    DecimalType right = (DecimalType) e.right().dataType();
    return type.scale() == left.scale() + right.scale()
        && holds(type, left.precision() + right.precision() + 1, refusesOverflow);
  }

  private static String product(Multiply e, DecimalType type, Scope s) {
    int scale = ((DecimalType) e.left().dataType()).scale();
    // DuckDB keeps the product of two 64-bit decimals in 64 bits unless one of them is wider.
    String wide = "DECIMAL(" + Math.max(type.precision(), 19) + ", " + scale + ")";
    return "CAST((CAST("
        + s.of(e.left())
        + " AS "
        + wide
        + ") * "
        + s.of(e.right())
        + ") AS "
        + DuckTypes.of(type)
        + ")";
  }

  private static @Nullable String divide(Divide e, Scope s) {
    if (!(e.dataType() instanceof DoubleType)) {
      return null;
    }
    String left = s.repeated(e.left());
    String right = s.repeated(e.right());
    return switch (e.evalContext().evalMode().toString()) {
      case "ANSI" ->
          "CASE WHEN "
              + right
              + " = 0 AND "
              + left
              + " IS NOT NULL THEN "
              + DIVIDE_BY_ZERO
              + " ELSE "
              + left
              + " / "
              + right
              + " END";
      default -> "CASE WHEN " + right + " = 0 THEN NULL ELSE " + left + " / " + right + " END";
    };
  }

  private static @Nullable String wholeDivision(
      BinaryArithmetic e, String operator, String mode, Scope s) {
    if (!(e.left().dataType() instanceof IntegralType) || !mode.equals("ANSI")) {
      return null;
    }
    String duckType = DuckTypes.of(e.dataType());
    String left = s.repeated(e.left());
    String right = s.repeated(e.right());
    // The smallest number divided by -1 overflows inside DuckDB also where only the remainder is
    // asked for.
    String minusOne =
        operator.equals("%")
            ? " WHEN "
                + right
                + " = -1 AND "
                + left
                + " IS NOT NULL THEN CAST(0 AS "
                + duckType
                + ")"
            : "";
    return "CASE WHEN "
        + right
        + " = 0 AND "
        + left
        + " IS NOT NULL THEN "
        + (operator.equals("%") ? REMAINDER_BY_ZERO : DIVIDE_BY_ZERO)
        + minusOne
        + " ELSE CAST("
        + left
        + " AS "
        + duckType
        + ") "
        + operator
        + " CAST("
        + right
        + " AS "
        + duckType
        + ") END";
  }

  private static @Nullable String signed(
      Expression child, boolean failOnError, String template, Scope s) {
    DataType type = child.dataType();
    boolean exact =
        isFloat(type)
            || (type instanceof IntegralType && failOnError)
            || (type instanceof DecimalType decimal && decimal.precision() < 38);
    return exact ? String.format(java.util.Locale.ROOT, template, s.of(child)) : null;
  }
}
