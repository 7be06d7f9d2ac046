/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.failure;

import io.lakeward.model.problem.ProjectException;
import java.util.function.Supplier;

/** Carries problems out of tasks. */
public final class TaskFailures {
  private TaskFailures() {}

  /** Does work inside a task; a problem that it throws reaches the driver whole. */
  public static <T> T carrying(Supplier<T> work) {
    try {
      return work.get();
    } catch (ProjectException e) {
      TaskFailure failure = new TaskFailure(e);
      failure.setStackTrace(e.getStackTrace());
      throw failure;
    }
  }
}
