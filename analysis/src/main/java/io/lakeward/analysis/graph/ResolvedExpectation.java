/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.model.pipeline.Expectation;
import org.apache.spark.sql.catalyst.expressions.Expression;

/**
 * An expectation whose condition is bound to the columns of its flow's plan.
 *
 * @param condition boolean, over attributes of {@link ResolvedFlow#plan()}'s output
 */
public record ResolvedExpectation(Expectation expectation, Expression condition) {}
