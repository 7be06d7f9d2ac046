/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.ViewCount;
import io.lakeward.executor.spark.scan.CheckedView;
import io.lakeward.model.pipeline.ViolationAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a write found about rules.
 *
 * @param rules those of the target
 * @param counts theirs
 * @param checked views with rules that were read
 * @param ownDropped rows that the target's rules left out
 */
record RuleOutcome(
    List<RowRule> rules, List<RuleCount> counts, List<CheckedView> checked, long ownDropped) {

  static RuleOutcome of(List<RowRule> rules, List<TaskOutput> outputs, List<CheckedView> checked) {
    long seen = outputs.stream().mapToLong(TaskOutput::seen).sum();
    List<RuleCount> counts = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      int rule = i;
      long failed = outputs.stream().mapToLong(o -> o.failed()[rule]).sum();
      counts.add(new RuleCount(rules.get(i).name(), seen - failed, failed));
    }
    return new RuleOutcome(
        rules, counts, checked, outputs.stream().mapToLong(TaskOutput::dropped).sum());
  }

  /** Rows that rules of the target and of views left out. */
  long dropped() {
    return ownDropped + views().stream().mapToLong(ViewCount::dropped).sum();
  }

  List<ViewCount> views() {
    return checked.stream().map(CheckedView::count).toList();
  }

  /** Rules of views come first, for their rows are the earlier ones. */
  void failIfBroken(String target) {
    for (CheckedView view : checked) {
      Optional<String> failed = view.failedRule();
      if (failed.isPresent()) {
        throw violation(view.count().view().toString(), failed.get());
      }
    }
    for (int i = 0; i < counts.size(); i++) {
      RowRule rule = rules.get(i);
      if (rule.action() == ViolationAction.FAIL_UPDATE && counts.get(i).failed() > 0) {
        throw violation(target, rule.name());
      }
    }
  }

  private ExpectationViolationException violation(String dataset, String rule) {
    return new ExpectationViolationException(dataset, rule, dropped(), counts, views());
  }
}
