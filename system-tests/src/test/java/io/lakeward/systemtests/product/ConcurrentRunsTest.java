/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.systemtests.product.LakewardProcess.Started;
import io.lakeward.testkit.shipments.LakewardCommand.Finished;
import io.lakeward.testkit.shipments.ShipmentsProject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pipeline has one writer at a time. */
@NeedsProduct
final class ConcurrentRunsTest {

  @Test
  void twoRunsAtOnceNeverWriteTogether(@TempDir Path folder) {
    ShipmentsProject project = ShipmentsProject.in(folder, LakewardProcess.in(folder));
    for (int file = 0; file < 8; file++) {
      project.land("events-" + file + ".json", file * 50, file * 50 + 50);
    }

    Started one = LakewardProcess.in(folder).start("run");
    Started two = LakewardProcess.in(folder).start("run");
    Finished first = one.await();
    Finished second = two.await();

    for (Finished finished : List.of(first, second)) {
      if (finished.exit() != 0) {
        assertThat(finished.said()).contains("UPDATE_ALREADY_RUNNING");
      }
    }
    assertThat(Math.min(first.exit(), second.exit())).as("one of them finished").isZero();
    project.expectExactlyTheLandedRows();
  }
}
