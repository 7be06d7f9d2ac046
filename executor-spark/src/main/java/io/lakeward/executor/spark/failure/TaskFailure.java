/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.failure;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Problems on their way from a task to the driver, in a form that Java can serialize. */
final class TaskFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String[] codes;
  private final String[] messages;
  private final @Nullable String[] fixes;

  TaskFailure(ProjectException cause) {
    super(cause.getMessage());
    List<Problem> problems = cause.problems();
    codes = problems.stream().map(p -> p.code().name()).toArray(String[]::new);
    messages = problems.stream().map(Problem::message).toArray(String[]::new);
    fixes = problems.stream().map(p -> p.fix().orElse(null)).toArray(String[]::new);
  }

  ProjectException unwrapped() {
    List<Problem> problems = new ArrayList<>();
    for (int i = 0; i < codes.length; i++) {
      Problem problem = Problem.of(ProblemCode.valueOf(codes[i]), messages[i]);
      String fix = fixes[i];
      problems.add(fix == null ? problem : problem.withFix(fix));
    }
    return new ProjectException(problems);
  }
}
