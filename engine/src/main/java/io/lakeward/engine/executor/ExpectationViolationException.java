/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.List;

/** Rows broke a rule whose action is to fail. Nothing was committed. */
public final class ExpectationViolationException extends ProjectException {
  private static final long serialVersionUID = 1L;

  private final transient List<RuleCount> counts;
  private final String rule;
  private final transient List<String> rows;

  /**
   * @param rule the first broken rule whose action is to fail
   * @param counts counts of all rules over the whole batch
   * @param rows up to five of the offending rows, as JSON objects
   */
  public ExpectationViolationException(
      String table, String rule, List<RuleCount> counts, List<String> rows) {
    super(Problem.of(ProblemCode.EXPECTATION_VIOLATION, message(table, rule, counts, rows)));
    this.rule = rule;
    this.counts = List.copyOf(counts);
    this.rows = List.copyOf(rows);
  }

  public String rule() {
    return rule;
  }

  public List<RuleCount> counts() {
    return counts;
  }

  public List<String> rows() {
    return rows;
  }

  private static String message(
      String table, String rule, List<RuleCount> counts, List<String> rows) {
    long failed =
        counts.stream().filter(c -> c.rule().equals(rule)).mapToLong(RuleCount::failed).sum();
    return "%d %s broke the expectation `%s` of %s, which fails the update. %s: %s"
        .formatted(
            failed,
            failed == 1 ? "row" : "rows",
            rule,
            table,
            rows.size() == 1 ? "The row" : "Some of them",
            String.join(", ", rows));
  }
}
