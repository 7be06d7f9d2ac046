/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;

/**
 * A translated plan.
 *
 * @param rows a SELECT with the column of each attribute of {@code output}, each once
 * @param orderBy empty, or {@code ORDER BY …} for a SELECT from {@code rows}
 * @param output the plan's columns in order
 */
public record Query(
    String rows, String orderBy, List<Attribute> output, PlanTranslator translator) {
  public Query {
    output = List.copyOf(output);
  }

  /** The SQL of an expression over the query's columns. */
  public String expression(Expression expression) {
    return translator.expression(expression);
  }
}
