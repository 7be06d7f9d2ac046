/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.state;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineLockTest {
  @TempDir Path folder;

  @Test
  void RUN_6_aSecondHolderIsRefusedAndToldWhoHoldsIt() {
    Path file = folder.resolve("lock");
    try (PipelineLock first = PipelineLock.acquire(file, Instant.parse("2026-01-01T00:00:00Z"))) {
      assertThatThrownBy(() -> PipelineLock.acquire(file, Instant.EPOCH))
          .hasMessageContaining("UPDATE_ALREADY_RUNNING")
          .hasMessageContaining("process " + ProcessHandle.current().pid())
          .hasMessageContaining("2026-01-01T00:00:00Z");
    }
    PipelineLock.acquire(file, Instant.EPOCH).close();
  }
}
