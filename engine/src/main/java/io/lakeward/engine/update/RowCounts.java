/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows that went through a table in an update.
 *
 * @param malformed records of source files that were no rows and were kept out
 * @param dropped rows that expectations left out
 */
public record RowCounts(
    long read, long written, long dropped, long malformed, long bytes, List<RuleOutcome> rules) {
  public static final RowCounts NONE = new RowCounts(0, 0, 0, 0, 0, List.of());

  public RowCounts {
    rules = List.copyOf(rules);
  }

  /** The sum of both; rules are added up by name. */
  public RowCounts plus(RowCounts other) {
    List<RuleOutcome> sum = new ArrayList<>(rules);
    for (RuleOutcome rule : other.rules) {
      int known = indexOf(sum, rule.name());
      if (known < 0) {
        sum.add(rule);
      } else {
        RuleOutcome before = sum.get(known);
        sum.set(
            known,
            new RuleOutcome(
                rule.name(),
                rule.action(),
                before.passed() + rule.passed(),
                before.failed() + rule.failed()));
      }
    }
    return new RowCounts(
        read + other.read,
        written + other.written,
        dropped + other.dropped,
        malformed + other.malformed,
        bytes + other.bytes,
        sum);
  }

  private static int indexOf(List<RuleOutcome> rules, String name) {
    for (int i = 0; i < rules.size(); i++) {
      if (rules.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
