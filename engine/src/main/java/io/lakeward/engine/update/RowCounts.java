/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import java.util.ArrayList;
import java.util.List;

/**
 * What went through a table in an update.
 *
 * @param malformed records of source files that were no rows and were kept out
 * @param rescued rows of source files with something in their rescued data
 * @param dropped rows that expectations left out
 * @param quarantined rows that went into the table's quarantine
 * @param skippedFiles source files that could not be read and were left out
 */
public record RowCounts(
    long read,
    long written,
    long dropped,
    long quarantined,
    long malformed,
    long rescued,
    long skippedFiles,
    long bytes,
    List<RuleOutcome> rules) {
  public static final RowCounts NONE = new RowCounts(0, 0, 0, 0, 0, 0, 0, 0, List.of());

  public RowCounts {
    rules = List.copyOf(rules);
  }

  /** The sum of both; rules are added up one by one. */
  public RowCounts plus(RowCounts other) {
    List<RuleOutcome> sum = new ArrayList<>(rules);
    for (RuleOutcome rule : other.rules) {
      int known = indexOf(sum, rule);
      if (known < 0) {
        sum.add(rule);
      } else {
        sum.set(known, sum.get(known).plus(rule));
      }
    }
    return new RowCounts(
        read + other.read,
        written + other.written,
        dropped + other.dropped,
        quarantined + other.quarantined,
        malformed + other.malformed,
        rescued + other.rescued,
        skippedFiles + other.skippedFiles,
        bytes + other.bytes,
        sum);
  }

  private static int indexOf(List<RuleOutcome> rules, RuleOutcome rule) {
    for (int i = 0; i < rules.size(); i++) {
      if (rules.get(i).isSameRule(rule)) {
        return i;
      }
    }
    return -1;
  }
}
