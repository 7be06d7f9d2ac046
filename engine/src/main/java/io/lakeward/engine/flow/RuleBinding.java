/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.engine.executor.RowRule;
import java.util.List;

/** A flow's expectations as an executor takes them. */
public final class RuleBinding {
  private RuleBinding() {}

  public static List<RowRule> of(ResolvedFlow flow) {
    return flow.expectations().stream()
        .map(e -> new RowRule(e.expectation().name(), e.condition(), e.expectation().action()))
        .toList();
  }
}
