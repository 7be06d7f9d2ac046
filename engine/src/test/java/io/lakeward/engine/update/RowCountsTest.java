/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.pipeline.ViolationAction;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowCountsTest {
  @Test
  void addsUpRulesByName() {
    RowCounts first = new RowCounts(10, 8, 2, 3, 1, 7, 2, 100, List.of(rule("a", 8, 2)));
    RowCounts second =
        new RowCounts(5, 5, 0, 1, 0, 4, 1, 50, List.of(rule("b", 5, 0), rule("a", 4, 1)));

    assertThat(first.plus(second))
        .isEqualTo(
            new RowCounts(15, 13, 2, 4, 1, 11, 3, 150, List.of(rule("a", 12, 3), rule("b", 5, 0))));
  }

  private static RuleOutcome rule(String name, long passed, long failed) {
    return new RuleOutcome(name, ViolationAction.DROP_ROW, passed, failed);
  }
}
