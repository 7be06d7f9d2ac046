/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.testkit.shipments.Event;
import io.lakeward.testkit.shipments.ShipmentsProject;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was done is not done again. */
final class AgainTest {

  @Test
  void aSecondRunChangesNothingAndOneNewFileAddsOnlyItsRows(@TempDir Path folder) {
    ShipmentsProject project = ShipmentsProject.in(folder, new CommandInProcess(folder));
    project.land("a.json", 0, 60).land("b.json", 60, 100);
    project.lakeward().run("run").expectExit(0);
    Map<String, String> first = project.deltaLogs();

    project.lakeward().run("run").expectExit(0);

    Map<String, String> second = project.deltaLogs();
    assertThat(second).isEqualTo(first);

    project.land("c.json", 100, 130);
    project.lakeward().run("run").expectExit(0);

    Map<String, String> third = project.deltaLogs();
    long kept =
        java.util.stream.IntStream.range(100, 130)
            .mapToObj(Event::number)
            .filter(Event::passesTheDropRules)
            .count();
    assertThat(ShipmentsProject.rowsAdded("bronze", second, third)).isEqualTo(30);
    assertThat(ShipmentsProject.rowsAdded("silver", second, third)).isEqualTo(kept);
    project.expectExactlyTheLandedRows();
  }

  @Test
  void aFullRefreshReadsEverythingAgainAndASelectiveOneOnlyWhatIsNamed(@TempDir Path folder) {
    ShipmentsProject project = ShipmentsProject.in(folder, new CommandInProcess(folder));
    project.land("a.json", 0, 30);
    project.lakeward().run("run").expectExit(0);

    project.land("b.json", 30, 50);
    project.lakeward().run("run", "--refresh", "bronze").expectExit(0);
    Map<String, String> selective = project.deltaLogs();
    assertThat(ShipmentsProject.commits("silver", selective))
        .as("silver was not named")
        .isEqualTo(1);

    project.lakeward().run("run", "--full-refresh-all").expectExit(0);

    project.expectExactlyTheLandedRows();
  }
}
