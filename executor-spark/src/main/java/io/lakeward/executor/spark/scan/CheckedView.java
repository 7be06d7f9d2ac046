/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.ViewCount;
import io.lakeward.model.pipeline.ViolationAction;
import java.util.List;
import java.util.Optional;

/**
 * A view whose rows were checked.
 *
 * @param rules those that the counts belong to, in the same order
 */
public record CheckedView(ViewCount count, List<RowRule> rules) {
  public CheckedView {
    rules = List.copyOf(rules);
  }

  /** The first broken rule whose action is to fail. */
  public Optional<String> failedRule() {
    for (int i = 0; i < rules.size(); i++) {
      RuleCount found = count.rules().get(i);
      if (rules.get(i).action() == ViolationAction.FAIL_UPDATE && found.failed() > 0) {
        return Optional.of(found.rule());
      }
    }
    return Optional.empty();
  }
}
