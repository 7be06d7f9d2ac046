/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

/** A value met at run time that the embedded engine cannot hold although Spark could. */
final class EmbeddedLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EmbeddedLimitException(String message) {
    super(message);
  }
}
