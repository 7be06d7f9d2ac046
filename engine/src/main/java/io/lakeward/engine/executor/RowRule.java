/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.model.pipeline.ViolationAction;
import org.apache.spark.sql.catalyst.expressions.Expression;

/** An expectation as an executor needs it: a condition over the query's output, and what to do. */
public record RowRule(String name, Expression condition, ViolationAction action) {}
