/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.language.sql.SqlStatementSplitter;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.source.SourceSpan;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Datasets whose own statement could not be read. Their readers are not to blame for not finding
 * them, so only the statement itself is reported.
 *
 * @param names last parts of the names, in lower case
 */
record LostDatasets(Set<String> names) {
  private static final Pattern DECLARED =
      Pattern.compile(
          "\\b(?:TABLE|VIEW)\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?((?:[\\w]+|`[^`]+`)(?:\\s*\\.\\s*(?:[\\w]+|`[^`]+`))*)",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CHARACTER_CLASS);

  static LostDatasets of(List<Problem> declarationProblems) {
    Set<String> names = new HashSet<>();
    for (Problem problem : declarationProblems) {
      problem.where().ifPresent(place -> addName(place, names));
    }
    return new LostDatasets(names);
  }

  /** A table that is missing because its definition was not understood is no mistake of readers. */
  Problem asConsequence(Problem problem) {
    return new Problem(
        ProblemCode.UPSTREAM_FAILED,
        "The query reads a dataset whose definition has errors.",
        problem.where(),
        Optional.empty());
  }

  boolean explains(Problem problem) {
    return problem.code() == ProblemCode.TABLE_OR_VIEW_NOT_FOUND
        && names.stream()
            .anyMatch(
                name ->
                    Pattern.compile("(?<!\\w)" + Pattern.quote(name) + "(?!\\w)")
                        .matcher(problem.message().toLowerCase(Locale.ROOT))
                        .find());
  }

  private static void addName(SourceSpan place, Set<String> names) {
    if (!place.file().path().toLowerCase(Locale.ROOT).endsWith(".sql")) {
      return;
    }
    for (SourceSpan statement : new SqlStatementSplitter().split(place.file())) {
      if (statement.start() <= place.start() && place.start() <= statement.end()) {
        Matcher declared = DECLARED.matcher(statement.text());
        if (declared.find()) {
          String name = declared.group(1);
          names.add(
              name.substring(name.lastIndexOf('.') + 1)
                  .strip()
                  .replace("`", "")
                  .toLowerCase(Locale.ROOT));
        }
      }
    }
  }
}
