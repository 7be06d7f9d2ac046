/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.expressions.aggregate.Average;
import org.apache.spark.sql.catalyst.expressions.aggregate.BitAndAgg;
import org.apache.spark.sql.catalyst.expressions.aggregate.BitOrAgg;
import org.apache.spark.sql.catalyst.expressions.aggregate.BitXorAgg;
import org.apache.spark.sql.catalyst.expressions.aggregate.CollectList;
import org.apache.spark.sql.catalyst.expressions.aggregate.CollectSet;
import org.apache.spark.sql.catalyst.expressions.aggregate.Count;
import org.apache.spark.sql.catalyst.expressions.aggregate.First;
import org.apache.spark.sql.catalyst.expressions.aggregate.Last;
import org.apache.spark.sql.catalyst.expressions.aggregate.Max;
import org.apache.spark.sql.catalyst.expressions.aggregate.Min;
import org.apache.spark.sql.catalyst.expressions.aggregate.Sum;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Aggregates. The common ones have a DuckDB form; for any other the group's rows are gathered into
 * a list, and Catalyst's own aggregate runs over it: exact, at the price of holding the group in
 * memory.
 */
final class AggregateTranslator {
  /** By so many digits Spark widens the type of a sum. */
  private static final int DIGITS_OF_A_COUNT = 10;

  private static final String OVERFLOW =
      NativeFunctions.error("ARITHMETIC_OVERFLOW", "22003", "Overflow in sum of decimals.");

  private final ExpressionTranslator translator;

  AggregateTranslator(ExpressionTranslator translator) {
    this.translator = translator;
  }

  String translate(AggregateExpression aggregate) {
    return translate(aggregate, "");
  }

  /** With an OVER clause, or an empty text. */
  String translate(AggregateExpression aggregate, String over) {
    AggregateExpression normal = (AggregateExpression) translator.normalize(aggregate);
    DuckTypes.of(normal.dataType());
    String filter =
        normal.filter().isDefined()
            ? " FILTER (WHERE " + translator.sql(normal.filter().get()) + ")"
            : "";
    String nativeSql =
        nativeSql(normal.aggregateFunction(), normal.isDistinct(), new Ending(filter, over));
    return nativeSql != null
        ? nativeSql
        : gathered(normal.aggregateFunction(), normal.isDistinct(), new Ending(filter, over));
  }

  /** What follows a call. */
  private record Ending(String filter, String over) {
    String of(String call) {
      return call + filter + over;
    }

    /** Of a call that also leaves out rows where the value is NULL. */
    String skippingNulls(String call, String value) {
      String condition = value + " IS NOT NULL";
      return call
          + (filter.isEmpty()
              ? " FILTER (WHERE " + condition + ")"
              : filter.substring(0, filter.length() - 1) + " AND " + condition + ")")
          + over;
    }
  }

  private @Nullable String nativeSql(AggregateFunction function, boolean distinct, Ending ending) {
    if (function instanceof Count count) {
      return count(Trees.children(count), distinct, ending);
    }
    if (function instanceof Sum sum) {
      return sum(sum, distinct, ending);
    }
    if (function instanceof Average average) {
      return average(average, distinct, ending);
    }
    if (function instanceof Min || function instanceof Max) {
      return extreme(function, ending);
    }
    if (function instanceof BitAndAgg
        || function instanceof BitOrAgg
        || function instanceof BitXorAgg) {
      return bits(function, distinct, ending);
    }
    return distinct ? null : positional(function, ending);
  }

  private String argument(Expression child, boolean distinct) {
    return distinct ? "DISTINCT " + translator.groupKey(child) : translator.sql(child);
  }

  private String count(List<Expression> children, boolean distinct, Ending ending) {
    if (!distinct && children.stream().noneMatch(Expression::nullable)) {
      return ending.of("count(*)");
    }
    if (children.size() == 1) {
      return ending.of("count(" + argument(children.get(0), distinct) + ")");
    }
    String anyNull =
        children.stream()
            .map(child -> "(" + translator.sql(child) + ") IS NULL")
            .collect(Collectors.joining(" OR "));
    List<String> fields = new ArrayList<>();
    for (Expression child : children) {
      fields.add("v" + fields.size() + " := " + (distinct ? translator.groupKey(child) : "1"));
    }
    String row =
        "CASE WHEN "
            + anyNull
            + " THEN NULL ELSE struct_pack("
            + String.join(", ", fields)
            + ") END";
    return ending.of("count(" + (distinct ? "DISTINCT " : "") + row + ")");
  }

  private @Nullable String sum(Sum sum, boolean distinct, Ending ending) {
    if (sum.dataType() instanceof DoubleType) {
      return ending.of("sum(" + doubleArgument(sum.child(), distinct) + ")");
    }
    boolean exact =
        sum.evalContext().evalMode().toString().equals("ANSI")
            && (sum.child().dataType() instanceof IntegralType
                || sum.child().dataType() instanceof DecimalType);
    return exact
        ? checkedSum(
            ending.of("sum(" + argument(sum.child(), distinct) + ")"),
            sum.child().dataType(),
            sum.dataType())
        : null;
  }

  /**
   * DuckDB adds decimals as whole numbers of 128 bits, which hold more than the 38 digits of the
   * widest type, and its cast to that type looks no closer.
   */
  private static String checkedSum(String sum, DataType input, DataType output) {
    String cast = "CAST(" + sum + " AS " + DuckTypes.of(output) + ")";
    if (!(input instanceof DecimalType narrow)
        || !(output instanceof DecimalType wide)
        || narrow.precision() + DIGITS_OF_A_COUNT <= DecimalType.MAX_PRECISION()) {
      return cast;
    }
    String whole = "9".repeat(wide.precision() - wide.scale());
    String largest = (whole.isEmpty() ? "0" : whole) + "." + "9".repeat(wide.scale());
    return "CASE WHEN "
        + cast
        + " NOT BETWEEN CAST('-"
        + largest
        + "' AS "
        + DuckTypes.of(output)
        + ") AND CAST('"
        + largest
        + "' AS "
        + DuckTypes.of(output)
        + ") THEN "
        + OVERFLOW
        + " ELSE "
        + cast
        + " END";
  }

  private String doubleArgument(Expression child, boolean distinct) {
    return (distinct ? "DISTINCT " : "")
        + "CAST("
        + (distinct ? translator.groupKey(child) : translator.sql(child))
        + " AS DOUBLE)";
  }

  private @Nullable String average(Average average, boolean distinct, Ending ending) {
    DataType input = average.child().dataType();
    if (average.dataType() instanceof DoubleType) {
      return ending.of("avg(" + doubleArgument(average.child(), distinct) + ")");
    }
    if (!(input instanceof DecimalType) || !average.evalMode().toString().equals("ANSI")) {
      return null;
    }
    String argument = argument(average.child(), distinct);
    DataType sumType = average.aggBufferAttributes().apply(0).dataType();
    String sum =
        "coalesce("
            + checkedSum(ending.of("sum(" + argument + ")"), input, sumType)
            + ", CAST(0 AS "
            + DuckTypes.of(sumType)
            + "))";
    String count = ending.of("count(" + argument + ")");
    Expression divided =
        GatheredAggregate.bindBuffer(
            average.evaluateExpression(),
            CollectionConverters.asJava(average.aggBufferAttributes()));
    return translator.call(
        divided, List.of(sumType, DataTypes.LongType), List.of(sum, count), average.dataType());
  }

  private @Nullable String extreme(AggregateFunction function, Ending ending) {
    Expression child = Trees.children(function).get(0);
    if (DuckTypes.isNested(child.dataType())) {
      return null;
    }
    // Of 0.0 and -0.0 Spark may return either.
    return ending.of((function instanceof Min ? "min(" : "max(") + translator.sql(child) + ")");
  }

  private @Nullable String bits(AggregateFunction function, boolean distinct, Ending ending) {
    String name =
        function instanceof BitAndAgg
            ? "bit_and"
            : function instanceof BitOrAgg ? "bit_or" : "bit_xor";
    Expression child = Trees.children(function).get(0);
    return child.dataType() instanceof IntegralType
        ? ending.of(name + "(" + argument(child, distinct) + ")")
        : null;
  }

  /**
   * Aggregates that depend on the order of rows, which neither engine promises outside a window.
   */
  private @Nullable String positional(AggregateFunction function, Ending ending) {
    boolean windowed = !ending.over().isEmpty();
    if (function instanceof First first) {
      return position(
          "first", windowed, translator.sql(first.child()), first.ignoreNulls(), ending);
    }
    if (function instanceof Last last) {
      return position("last", windowed, translator.sql(last.child()), last.ignoreNulls(), ending);
    }
    if (function instanceof CollectList list && list.ignoreNulls()) {
      String value = translator.sql(list.child());
      return "coalesce(" + ending.skippingNulls("list(" + value + ")", value) + ", [])";
    }
    if (function instanceof CollectSet set
        && set.ignoreNulls()
        && !windowed
        && !DuckTypes.isNested(set.child().dataType())) {
      String value = translator.groupKey(set.child());
      return "coalesce(" + ending.skippingNulls("list(DISTINCT " + value + ")", value) + ", [])";
    }
    return null;
  }

  private static String position(
      String name, boolean windowed, String value, boolean ignoreNulls, Ending ending) {
    if (windowed) {
      return ending.of(name + "_value(" + value + (ignoreNulls ? " IGNORE NULLS" : "") + ")");
    }
    return ignoreNulls
        ? ending.skippingNulls(name + "(" + value + ")", value)
        : ending.of(name + "(" + value + ")");
  }

  private String gathered(AggregateFunction function, boolean distinct, Ending ending) {
    List<Expression> inputs = new ArrayList<>();
    for (Expression child : Trees.children(function)) {
      collectInputs(child, distinct, inputs);
    }
    StructField[] fields = new StructField[Math.max(inputs.size(), 1)];
    List<String> values = new ArrayList<>();
    fields[0] =
        new StructField(
            "v0", DataTypes.IntegerType, true, org.apache.spark.sql.types.Metadata.empty());
    for (Expression input : inputs) {
      fields[values.size()] =
          new StructField(
              "v" + values.size(),
              input.dataType(),
              true,
              org.apache.spark.sql.types.Metadata.empty());
      values.add(
          "v"
              + values.size()
              + " := "
              + (distinct ? translator.groupKey(input) : translator.sql(input)));
    }
    DataType rows = new ArrayType(new StructType(fields), true);
    DuckTypes.of(rows);
    String row = "struct_pack(" + (values.isEmpty() ? "v0 := 0" : String.join(", ", values)) + ")";
    String list = ending.of("list(" + (distinct ? "DISTINCT " : "") + row + ")");
    GatheredAggregate.Merging merging =
        ending.over().isEmpty()
            ? GatheredAggregate.Merging.INTO_EMPTY
            : GatheredAggregate.Merging.NONE;
    Object key =
        List.of(
            "aggregate",
            merging,
            function.canonicalized(),
            function.sql(),
            inputs,
            translator.settings().explicit());
    return translator.call(
        key,
        List.of(rows),
        List.of(list),
        function.dataType(),
        () -> new GatheredAggregate(function, inputs, merging, translator.settings().conf()));
  }

  /**
   * The columns that the aggregate reads; with DISTINCT its arguments, which are what must be
   * distinct.
   */
  private static void collectInputs(
      Expression expression, boolean distinct, List<Expression> inputs) {
    if (expression.foldable()) {
      return;
    }
    boolean whole = distinct && !(expression instanceof SortOrder);
    if (whole || expression instanceof org.apache.spark.sql.catalyst.expressions.Attribute) {
      if (inputs.stream().noneMatch(known -> known.semanticEquals(expression))) {
        inputs.add(expression);
      }
      return;
    }
    if (!expression.deterministic()
        || expression instanceof org.apache.spark.sql.catalyst.expressions.SubqueryExpression
        || expression instanceof org.apache.spark.sql.catalyst.expressions.OuterReference) {
      throw ExpressionTranslator.unsupported(expression);
    }
    Trees.children(expression).forEach(child -> collectInputs(child, distinct, inputs));
  }
}
