/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.problem;

import io.lakeward.model.source.SourceSpan;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One or more problems that end what was being done. */
public class ProjectException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  public ProjectException(Problem problem) {
    this(List.of(problem), null);
  }

  public ProjectException(Problem problem, Throwable cause) {
    this(List.of(problem), cause);
  }

  public ProjectException(List<Problem> problems) {
    this(problems, null);
  }

  private ProjectException(List<Problem> problems, @Nullable Throwable cause) {
    super(
        problems.stream()
            .map(p -> "[" + p.code() + "] " + p.message())
            .collect(Collectors.joining("\n")),
        cause);
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("an exception needs a problem");
    }
    this.problems = List.copyOf(problems);
  }

  /** The same failure, in which problems without a place have this one. */
  public final ProjectException at(SourceSpan where) {
    if (problems.stream().allMatch(p -> p.where().isPresent())) {
      return this;
    }
    ProjectException placed =
        new ProjectException(
            problems.stream().map(p -> p.where().isPresent() ? p : p.at(where)).toList(),
            getCause());
    placed.setStackTrace(getStackTrace());
    return placed;
  }

  public List<Problem> problems() {
    return problems;
  }
}
