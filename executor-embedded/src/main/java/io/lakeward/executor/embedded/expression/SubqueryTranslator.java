/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Translates the plan inside a subquery expression to a SELECT without outer parentheses, columns
 * in the plan's order.
 */
@FunctionalInterface
public interface SubqueryTranslator {
  String translate(LogicalPlan plan);
}
