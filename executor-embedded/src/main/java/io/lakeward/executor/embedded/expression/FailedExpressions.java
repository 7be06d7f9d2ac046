/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import io.lakeward.analysis.plan.Plans;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.spark.QueryContext;
import org.apache.spark.sql.catalyst.expressions.Abs;
import org.apache.spark.sql.catalyst.expressions.Add;
import org.apache.spark.sql.catalyst.expressions.BinaryArithmetic;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.DivModLike;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetArrayItem;
import org.apache.spark.sql.catalyst.expressions.Multiply;
import org.apache.spark.sql.catalyst.expressions.Pmod;
import org.apache.spark.sql.catalyst.expressions.Subtract;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Which expression of a plan raised an error of which DuckDB tells the kind alone: the only one
 * that can raise it. If several can, nobody knows.
 */
final class FailedExpressions {
  private static final Map<String, Class<?>> OPERATION_OF_ADVICE =
      Map.of("try_add", Add.class, "try_subtract", Subtract.class, "try_multiply", Multiply.class);

  private FailedExpressions() {}

  /**
   * @param others expressions that ran beside the plan, such as conditions of rules
   */
  static Optional<QueryContext> find(
      EvaluationFailure failure, LogicalPlan plan, List<Expression> others) {
    Predicate<Expression> raises = raising(failure.condition(), failure.message());
    if (others.stream().anyMatch(other -> Trees.exists(other, raises))) {
      return Optional.empty();
    }
    Map<String, QueryContext> places = new LinkedHashMap<>();
    Plans.forEachExpression(
        plan,
        part -> {
          QueryContext context = part.origin().context();
          if (context != null && raises.test(part)) {
            places.putIfAbsent(context.startIndex() + ":" + context.fragment(), context);
          }
        });
    return places.size() == 1 ? Optional.of(places.values().iterator().next()) : Optional.empty();
  }

  private static Predicate<Expression> raising(String condition, String message) {
    if (condition.endsWith("_BY_ZERO")) {
      return part -> part instanceof DivModLike || part instanceof Pmod;
    }
    if (condition.equals("INVALID_ARRAY_INDEX")) {
      return part -> part instanceof GetArrayItem;
    }
    if (condition.equals("CAST_OVERFLOW")) {
      return part ->
          part instanceof Cast cast
              && message.contains("cannot be cast to \"" + cast.dataType().sql() + "\"");
    }
    if (condition.startsWith("NUMERIC_VALUE_OUT_OF_RANGE")) {
      return part -> part instanceof BinaryArithmetic || part instanceof Cast;
    }
    if (condition.endsWith("ARITHMETIC_OVERFLOW")) {
      for (Map.Entry<String, Class<?>> operation : OPERATION_OF_ADVICE.entrySet()) {
        if (message.contains("'" + operation.getKey() + "'")) {
          return part -> operation.getValue().isInstance(part);
        }
      }
      return part ->
          part instanceof BinaryArithmetic || part instanceof UnaryMinus || part instanceof Abs;
    }
    return part -> false;
  }
}
