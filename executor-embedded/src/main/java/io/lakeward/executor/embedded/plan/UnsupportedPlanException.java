/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.executor.embedded.duckdb.ExecutionProblems;
import io.lakeward.model.problem.ProjectException;

/** A plan that cannot be translated. */
public final class UnsupportedPlanException extends ProjectException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /**
   * @param reason one sentence
   */
  public UnsupportedPlanException(String reason) {
    super(ExecutionProblems.refusal(reason));
    this.reason = reason;
  }

  /** Why it cannot be translated, in one sentence. */
  public String reason() {
    return reason;
  }
}
