/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.name.TableName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TableSchedulerTest {
  private static final TableName A = name("a");
  private static final TableName B = name("b");
  private static final TableName C = name("c");
  private static final TableName D = name("d");

  private final List<TableName> worked = Collections.synchronizedList(new ArrayList<>());
  private final List<TableName> skipped = new ArrayList<>();

  @Test
  void inputsComeBeforeReaders() {
    boolean good =
        new TableScheduler(4)
            .run(List.of(A, B, C), Map.of(B, Set.of(A), C, Set.of(B)), worked::add, skipped::add);

    assertThat(good).isTrue();
    assertThat(worked).containsExactly(A, B, C);
  }

  @Test
  void independentBranchesRunSideBySide() {
    CountDownLatch both = new CountDownLatch(2);

    boolean good =
        new TableScheduler(2)
            .run(
                List.of(A, B),
                Map.of(),
                table -> {
                  both.countDown();
                  try {
                    return both.await(20, TimeUnit.SECONDS);
                  } catch (InterruptedException e) {
                    return false;
                  }
                },
                skipped::add);

    assertThat(good).isTrue();
  }

  @Test
  void CON_9_skipsWhatLiesDownstreamOfAFailureAndRunsTheRest() {
    boolean good =
        new TableScheduler(1)
            .run(
                List.of(A, B, C, D),
                Map.of(B, Set.of(A), C, Set.of(B)),
                table -> {
                  worked.add(table);
                  return !table.equals(A);
                },
                skipped::add);

    assertThat(good).isFalse();
    assertThat(worked).containsExactly(A, D);
    assertThat(skipped).containsExactly(B, C);
  }

  @Test
  void workThatThrowsCountsAsFailedAndDoesNotHangTheUpdate() {
    boolean good =
        new TableScheduler(1)
            .run(
                List.of(A, B),
                Map.of(B, Set.of(A)),
                table -> {
                  throw new IllegalStateException("cannot even tell what failed");
                },
                skipped::add);

    assertThat(good).isFalse();
    assertThat(skipped).containsExactly(B);
  }

  @Test
  void aTableOutsideTheSelectionIsNoObstacle() {
    new TableScheduler(1).run(List.of(B), Map.of(B, Set.of(A)), worked::add, skipped::add);

    assertThat(worked).containsExactly(B);
  }

  private static TableName name(String table) {
    return new TableName("main", "default", table);
  }
}
