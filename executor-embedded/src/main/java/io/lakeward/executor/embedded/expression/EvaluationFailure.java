/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

/**
 * Why a query failed, in Spark's terms: the error condition ({@code UNKNOWN} if there is none), its
 * message and the cause.
 */
public record EvaluationFailure(String condition, String message, Throwable cause) {
  /** Whether Spark could have gone on: a value is one that the database cannot hold. */
  public boolean isLimit() {
    return cause instanceof EmbeddedLimitException
        || message.contains("Invalid string encoding found in Parquet file");
  }
}
