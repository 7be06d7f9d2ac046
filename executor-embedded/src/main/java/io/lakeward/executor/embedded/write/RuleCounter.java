/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.executor.embedded.plan.PassedBits;
import io.lakeward.model.pipeline.ViolationAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts of one write's rules. Several threads add whole batches of rows. */
final class RuleCounter {
  private final List<RowRule> rules;
  private final long all;
  private final long dropping;
  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLongArray failed;

  RuleCounter(List<RowRule> rules) {
    this.rules = rules;
    this.all = PassedBits.all(rules);
    this.failed = new AtomicLongArray(rules.size());
    long drop = 0;
    for (int i = 0; i < rules.size(); i++) {
      if (rules.get(i).action() == ViolationAction.DROP_ROW) {
        drop |= 1L << i;
      }
    }
    this.dropping = drop;
  }

  Batch newBatch() {
    return new Batch();
  }

  /** Tells how many rows were kept, for a counter that has not seen those that keep all rules. */
  void setKept(long kept) {
    rows.set(kept + dropped.get());
  }

  /**
   * Tells what was counted elsewhere.
   *
   * @param counts how many rows break each rule, and how many are dropped
   */
  void setBroken(long[] counts) {
    for (int i = 0; i < rules.size(); i++) {
      failed.set(i, counts[i]);
    }
    dropped.set(counts[rules.size()]);
  }

  long dropped() {
    return dropped.get();
  }

  List<RuleCount> counts() {
    List<RuleCount> counts = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      counts.add(new RuleCount(rules.get(i).name(), rows.get() - failed.get(i), failed.get(i)));
    }
    return counts;
  }

  /** The counts of rows that one thread sees in one go. */
  final class Batch {
    private final long[] broken = new long[rules.size()];
    private long seen;
    private long kept;

    /** Counts a row and says whether it is kept. */
    boolean add(long passed) {
      seen++;
      long missing = all & ~passed;
      for (long rest = missing; rest != 0; rest &= rest - 1) {
        broken[Long.numberOfTrailingZeros(rest)]++;
      }
      boolean keep = (missing & dropping) == 0;
      if (keep) {
        kept++;
      }
      return keep;
    }

    void finish() {
      rows.addAndGet(seen);
      dropped.addAndGet(seen - kept);
      for (int i = 0; i < broken.length; i++) {
        if (broken[i] != 0) {
          failed.addAndGet(i, broken[i]);
        }
      }
    }
  }
}
