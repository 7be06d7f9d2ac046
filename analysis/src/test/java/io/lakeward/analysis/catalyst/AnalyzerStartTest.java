/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AnalyzerStartTest {
  private static final int LONG_ENOUGH_SECONDS = 60;

  @Test
  @Timeout(LONG_ENOUGH_SECONDS)
  void after_the_wait_a_query_is_understood() {
    AnalyzerStart.await();
    AnalyzerStart.begin();
    AnalyzerStart.begin();
    AnalyzerStart.await();

    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("lakeward-analyzer-start"));
    CatalystSession session = CatalystSession.of(Map.of());
    assertThat(session.within(() -> session.parser().parsePlan("SELECT 1")).resolved()).isFalse();
  }
}
