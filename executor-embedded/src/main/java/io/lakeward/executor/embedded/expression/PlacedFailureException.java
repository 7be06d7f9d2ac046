/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import org.apache.spark.QueryContext;
import org.apache.spark.SparkThrowable;

/** A failure together with the expression that must have raised it, told as Spark's own do. */
final class PlacedFailureException extends RuntimeException implements SparkThrowable {
  private static final long serialVersionUID = 1L;

  private final String condition;
  private final transient QueryContext place;

  PlacedFailureException(EvaluationFailure failure, QueryContext place) {
    super(failure.message(), failure.cause());
    this.condition = failure.condition();
    this.place = place;
  }

  @Override
  public String getCondition() {
    return condition;
  }

  @Override
  public QueryContext[] getQueryContext() {
    return new QueryContext[] {place};
  }
}
