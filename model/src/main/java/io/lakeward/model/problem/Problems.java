/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.problem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects problems, so that ten mistakes in a project give ten reports in one run. */
public final class Problems {
  /** By file and position; problems without a place come first. */
  public static final Comparator<Problem> BY_PLACE =
      (a, b) -> {
        if (a.where().isEmpty() || b.where().isEmpty()) {
          return Boolean.compare(a.where().isPresent(), b.where().isPresent());
        }
        return a.where().get().compareTo(b.where().get());
      };

  private final List<Problem> found = new ArrayList<>();

  public void add(Problem problem) {
    if (!found.contains(problem)) {
      found.add(problem);
    }
  }

  public void addAll(List<Problem> problems) {
    problems.forEach(this::add);
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** All problems so far, in order of their place. */
  public List<Problem> sorted() {
    return found.stream().sorted(BY_PLACE).toList();
  }

  /** Throws all problems at once, if there are any. */
  public void throwIfAny() {
    if (!found.isEmpty()) {
      throw new ProjectException(sorted());
    }
  }
}
