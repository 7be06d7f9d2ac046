/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

/**
 * An expression or a type that the embedded engine does not run; the flow then belongs to Spark.
 */
public final class UnsupportedExpressionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnsupportedExpressionException(String message) {
    super(message);
  }
}
