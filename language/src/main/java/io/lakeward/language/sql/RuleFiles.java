/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceSpan;
import java.util.List;

/** Expectations that stand in files of their own, so that several tables can share them. */
public interface RuleFiles {
  /**
   * A rule of such a file.
   *
   * @param where the condition in the file
   */
  record Rule(String name, String condition, ViolationAction action, SourceSpan where) {}

  /**
   * The rules of a file, in its order; what is wrong with them is in {@code problems}.
   *
   * @param path relative to the project's folder
   * @param where the path in the statement
   */
  List<Rule> load(String path, SourceSpan where, Problems problems);

  /** No file can be loaded, as for statements that come from no project. */
  static RuleFiles none() {
    return (path, where, problems) -> {
      problems.add(
          SqlProblems.notSupported(
              "CONSTRAINTS FROM outside a project's files", "Write the rules down here.", where));
      return List.of();
    };
  }
}
