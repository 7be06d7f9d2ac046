/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.quality;

import java.util.List;
import java.util.OptionalDouble;

/**
 * One expectation over several updates.
 *
 * @param dataset full name of the table or view that has the rule
 * @param action what happens on a violation, by the last definition; empty if it is not known
 * @param checks one for each update of the history, oldest first
 */
public record RuleHistory(String dataset, String rule, String action, List<Check> checks) {
  public RuleHistory {
    checks = List.copyOf(checks);
  }

  /** What one update found; both are 0 if it checked no row. */
  public record Check(long passed, long failed) {
    public long rows() {
      return passed + failed;
    }

    /** The share of rows that kept the rule; empty if none was checked. */
    public OptionalDouble passRate() {
      return rows() == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) passed / rows());
    }
  }

  /** All updates together. */
  public Check total() {
    return new Check(
        checks.stream().mapToLong(Check::passed).sum(),
        checks.stream().mapToLong(Check::failed).sum());
  }
}
