/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.write;

import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.ViewCount;
import io.lakeward.executor.embedded.plan.RowCheckCalls;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.ViolationAction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The counters of one write: of the target's rules and of those of views that its query reads. */
final class WriteCounters implements RowCheckCalls, AutoCloseable {
  /**
   * @param id under which {@link RowChecks} counts; 0 if it does not
   */
  private record Counting(List<RowRule> rules, RuleCounter counter, long id) {}

  private final RowChecks checks;
  private final TableName target;
  private final Counting own;
  private final Map<TableName, Counting> views = new LinkedHashMap<>();

  WriteCounters(RowChecks checks, TableName target, List<RowRule> rules) {
    this.checks = checks;
    this.target = target;
    this.own = new Counting(rules, new RuleCounter(rules), 0);
  }

  private Counting begin(List<RowRule> rules) {
    RuleCounter counter = new RuleCounter(rules);
    return new Counting(rules, counter, checks.begin(counter));
  }

  /** The counter of the target's rules. */
  RuleCounter own() {
    return own.counter();
  }

  @Override
  public String keep(CheckedRows view, String passed) {
    Counting counting = views.computeIfAbsent(view.view(), name -> begin(RowRule.of(view)));
    return RowChecks.call(counting.id(), passed);
  }

  /** Tells how many rows were written; only those that break a rule have been seen so far. */
  void setWritten(long rows) {
    own.counter().setKept(rows);
  }

  List<RuleCount> counts() {
    return own.counter().counts();
  }

  List<ViewCount> viewCounts() {
    List<ViewCount> counts = new ArrayList<>();
    views.forEach(
        (name, view) ->
            counts.add(new ViewCount(name, view.counter().dropped(), view.counter().counts())));
    return counts;
  }

  long dropped() {
    return own.counter().dropped() + viewCounts().stream().mapToLong(ViewCount::dropped).sum();
  }

  /**
   * @throws ExpectationViolationException if a rule is broken whose action is to fail; rules of
   *     views come first, for their rows are the earlier ones
   */
  void failIfBroken() {
    views.forEach(this::failIfBroken);
    failIfBroken(target, own);
  }

  private void failIfBroken(TableName dataset, Counting counting) {
    List<RuleCount> counts = counting.counter().counts();
    for (int i = 0; i < counts.size(); i++) {
      if (counting.rules().get(i).action() == ViolationAction.FAIL_UPDATE
          && counts.get(i).failed() > 0) {
        throw new ExpectationViolationException(
            dataset.toString(), counts.get(i).rule(), dropped(), counts(), viewCounts());
      }
    }
  }

  @Override
  public void close() {
    views.values().forEach(view -> checks.end(view.id()));
  }
}
