/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.testkit.shipments.Json;
import io.lakeward.testkit.shipments.LakewardCommand.Finished;
import io.lakeward.testkit.shipments.ShipmentsProject;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two engines, one pipeline: who runs what is told, and makes no difference to the rows. */
@NeedsProduct
final class EnginesTest {
  private static final String RANGE_FRAME =
      """
      CREATE OR REFRESH MATERIALIZED VIEW near
      AS SELECT carrier_id, count(*) OVER (ORDER BY weight_kg RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS neighbours
         FROM LIVE.silver;
      """;

  @TempDir Path folder;

  @Test
  void theEnginesTakeTurnsOnOneTable() {
    ShipmentsProject project = ShipmentsProject.in(folder, LakewardProcess.in(folder));
    project.land("a.json", 0, 50);
    project.lakeward().run("run", "--engine", "embedded").expectExit(0);
    project.land("b.json", 50, 120);
    project.lakeward().run("run", "--engine", "spark").expectExit(0);
    project.expectExactlyTheLandedRows();
    project.land("c.json", 120, 160);
    project.lakeward().run("run", "--engine", "embedded").expectExit(0);
    project.expectExactlyTheLandedRows();

    long commits = ShipmentsProject.commits("bronze", project.deltaLogs());
    project.lakeward().run("run", "--engine", "spark").expectExit(0);

    assertThat(ShipmentsProject.commits("bronze", project.deltaLogs())).isEqualTo(commits);
  }

  @Test
  void autoTakesSparkOnlyForWhatTheEmbeddedEngineCannotRun() {
    ShipmentsProject project = ShipmentsProject.in(folder, LakewardProcess.in(folder));
    project.write("transformations/near.sql", RANGE_FRAME);
    project.land("a.json", 0, 50);

    project.lakeward().run("run").expectExit(0);

    assertThat(project.rows("SELECT sum(neighbours) AS n FROM near").get(0).get("n").asLong())
        .isPositive();
    String explained = project.lakeward().run("explain").expectExit(0).out();
    assertThat(explained)
        .containsSubsequence("bronze", "engine: embedded", "reason: all of its plan is supported")
        .containsSubsequence("near", "engine: spark", "reason: the embedded engine cannot run it");
    JsonNode events =
        Json.parse(
            project
                .lakeward()
                .run("events", "--type", "planning_information", "--output", "json")
                .out());
    assertThat(events.findValues("details"))
        .flatExtracting(details -> details.findValuesAsText("engine"))
        .containsExactlyInAnyOrder("embedded", "embedded", "embedded", "spark");
  }

  @Test
  void aMasterThatIsNoneIsAProblemWithoutATrace() {
    ShipmentsProject project = ShipmentsProject.in(folder, LakewardProcess.in(folder));
    project.land("a.json", 0, 5);

    Finished failed =
        project.lakeward().run("run", "--engine", "spark", "--master", "nonsense").expectExit(1);

    assertThat(failed.said())
        .contains("SPARK_UNAVAILABLE")
        .contains("nonsense")
        .contains("fix:")
        .doesNotContain("\tat ");
    assertThat(project.deltaLogs()).isEmpty();
  }
}
