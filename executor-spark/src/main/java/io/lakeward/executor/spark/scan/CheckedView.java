/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.ViewCount;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.ViolationAction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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

  /** The counts of two parts of a view's rows in one; of a view that only one has seen, its own. */
  public static List<CheckedView> sum(List<CheckedView> some, List<CheckedView> more) {
    Map<TableName, CheckedView> byName = new LinkedHashMap<>();
    Stream.concat(some.stream(), more.stream())
        .forEach(view -> byName.merge(view.count().view(), view, CheckedView::plus));
    return List.copyOf(byName.values());
  }

  private CheckedView plus(CheckedView other) {
    return new CheckedView(count.plus(other.count), rules);
  }
}
