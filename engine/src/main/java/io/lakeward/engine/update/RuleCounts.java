/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.ViewCount;
import java.util.List;

/**
 * What the rules found in one batch.
 *
 * @param dropped rows left out, each counted once
 */
record RuleCounts(long dropped, List<RuleCount> rules, List<ViewCount> views) {
  boolean isEmpty() {
    return rules.isEmpty() && views.isEmpty();
  }
}
