/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

/** Thrown for a plan that cannot be translated; the message is the reason, one sentence. */
public final class UnsupportedPlanException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnsupportedPlanException(String reason) {
    super(reason);
  }
}
