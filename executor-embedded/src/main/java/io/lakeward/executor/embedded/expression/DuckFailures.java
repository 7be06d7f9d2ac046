/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkArithmeticException;
import org.apache.spark.sql.errors.QueryExecutionErrors$;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** Spark's exceptions for failures of arithmetic that DuckDB itself notices. */
final class DuckFailures {
  private static final Pattern OVERFLOW =
      Pattern.compile(
          "Overflow in (addition|subtraction|multiplication) of INT(\\d+) \\((-?\\d+) ."
              + " (-?\\d+)\\)");
  private static final Pattern DECIMAL_OVERFLOW =
      Pattern.compile("Overflow in (addition|subtract|multiplication) of DECIMAL\\(38\\)");
  private static final Pattern SIGN = Pattern.compile("Overflow (?:in negation of|on abs\\()");
  private static final Pattern NARROWING =
      Pattern.compile(
          "Type INT(\\d+) with value (-?\\d+) can't be cast because the value is out of range for"
              + " the destination type INT(\\d+)");
  private static final Map<String, DataType> TYPES =
      Map.of(
          "8", DataTypes.ByteType,
          "16", DataTypes.ShortType,
          "32", DataTypes.IntegerType,
          "64", DataTypes.LongType);

  private DuckFailures() {}

  /** Empty if the message is about something else. */
  static Optional<ArithmeticException> find(String message) {
    Matcher overflow = OVERFLOW.matcher(message);
    if (overflow.find()) {
      return Optional.of(overflow(overflow));
    }
    Matcher decimal = DECIMAL_OVERFLOW.matcher(message);
    if (decimal.find()) {
      return Optional.of(decimalOverflow(decimal.group(1)));
    }
    Matcher narrowing = NARROWING.matcher(message);
    if (narrowing.find()) {
      return Optional.ofNullable(narrowing(narrowing));
    }
    return SIGN.matcher(message).find() ? Optional.of(arithmeticOverflow("")) : Optional.empty();
  }

  private static ArithmeticException overflow(Matcher found) {
    String operation = found.group(1);
    String operator =
        switch (operation) {
          case "addition" -> "+";
          case "subtraction" -> "-";
          default -> "*";
        };
    String tolerant =
        switch (operation) {
          case "addition" -> "try_add";
          case "subtraction" -> "try_subtract";
          default -> "try_multiply";
        };
    boolean isSmall = found.group(2).equals("8") || found.group(2).equals("16");
    return isSmall
        ? QueryExecutionErrors$.MODULE$.binaryArithmeticCauseOverflowError(
            Short.parseShort(found.group(3)), operator, Short.parseShort(found.group(4)), tolerant)
        : arithmeticOverflow(tolerant);
  }

  /** DuckDB does not say where the decimal point of its digits is. */
  private static ArithmeticException decimalOverflow(String operation) {
    String what =
        switch (operation) {
          case "addition" -> "sum";
          case "subtract" -> "difference";
          default -> "product";
        };
    Map<String, String> words =
        Map.of(
            "value", what + " of two decimals",
            "precision", "38",
            "scale", "…",
            "config", "\"spark.sql.ansi.enabled\"");
    return new SparkArithmeticException(
        "NUMERIC_VALUE_OUT_OF_RANGE.WITH_SUGGESTION",
        scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(words)),
        new QueryContext[0]);
  }

  private static ArithmeticException arithmeticOverflow(String tolerant) {
    QueryExecutionErrors$ errors = QueryExecutionErrors$.MODULE$;
    return errors.arithmeticOverflowError(
        "overflow", tolerant, errors.arithmeticOverflowError$default$3());
  }

  private static @Nullable ArithmeticException narrowing(Matcher found) {
    DataType from = TYPES.get(found.group(1));
    DataType to = TYPES.get(found.group(3));
    if (from == null || to == null) {
      return null;
    }
    long value = Long.parseLong(found.group(2));
    return QueryExecutionErrors$.MODULE$.castingCauseOverflowError(boxed(value, from), from, to);
  }

  /** The value as Catalyst holds values of the type. */
  private static Object boxed(long value, DataType type) {
    if (type.equals(DataTypes.LongType)) {
      return value;
    }
    return type.equals(DataTypes.IntegerType) ? (Object) (int) value : (Object) (short) value;
  }
}
