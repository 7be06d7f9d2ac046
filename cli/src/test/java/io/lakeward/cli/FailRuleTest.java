/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.testkit.shipments.Event;
import io.lakeward.testkit.shipments.LakewardCommand.Finished;
import io.lakeward.testkit.shipments.ShipmentsProject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rule with FAIL UPDATE stops its table, and only what hangs on it. */
final class FailRuleTest {

  @Test
  void aBrokenRuleStopsTheTableUntilTheRuleIsMended(@TempDir Path folder) throws Exception {
    ShipmentsProject project = ShipmentsProject.in(folder, new CommandInProcess(folder));
    project.land("a.json", 1, 40);
    project.lakeward().run("run").expectExit(0);
    Map<String, String> before = project.deltaLogs();

    List<Event> bad =
        List.of(
            Event.number(41), Event.number(43).withoutStatus(), Event.number(45).withoutStatus());
    project.land("b.json", bad);
    Finished failed = project.lakeward().run("run").expectExit(1);

    Map<String, String> after = project.deltaLogs();
    assertThat(failed.said())
        .contains("EXPECTATION_VIOLATION")
        .contains("silver")
        .contains("known_status")
        .contains("\"shipment_id\":\"S00043\"")
        .contains("2 rows");
    assertThat(ShipmentsProject.rowsAdded("bronze", before, after))
        .as("bronze has the new rows")
        .isEqualTo(3);
    assertThat(ShipmentsProject.commits("silver", after))
        .as("silver keeps its version")
        .isEqualTo(ShipmentsProject.commits("silver", before));
    assertThat(ShipmentsProject.commits("gold", after))
        .as("gold is skipped")
        .isEqualTo(ShipmentsProject.commits("gold", before));

    mendTheRule(project);
    project.lakeward().run("run").expectExit(0);

    project.expectExactlyTheLandedRows();
  }

  @Test
  void aTableThatReadsFilesCatchesUpOnceTheFileIsMended(@TempDir Path folder) throws Exception {
    ShipmentsProject project = ShipmentsProject.in(folder, new CommandInProcess(folder));
    project.rewrite(
        "transformations/shipments.sql",
        """
        CREATE OR REFRESH STREAMING TABLE checked
        (CONSTRAINT known_status EXPECT (status IS NOT NULL) ON VIOLATION FAIL UPDATE)
        AS SELECT shipment_id, status
           FROM STREAM read_files('/Volumes/shop/raw/landing/events/', format => 'json');
        """);
    project.land("a.json", 1, 4);
    project.lakeward().run("run").expectExit(0);
    project.land("b.json", List.of(Event.number(4).withoutStatus(), Event.number(5)));
    project.land("c.json", 6, 8);
    project.lakeward().run("run").expectExit(1);

    project.replaceLanded("b.json", 4, 6);
    project.lakeward().run("run").expectExit(0);

    assertThat(project.rows("SELECT shipment_id FROM checked ORDER BY 1"))
        .extracting(row -> row.get("shipment_id").asText())
        .as("event 7 has no shipment")
        .containsExactly("null", "S00001", "S00002", "S00003", "S00004", "S00005", "S00006");
  }

  @Test
  void rowsThatAreMendedAtTheirSourceComeInWithAFullRefresh(@TempDir Path folder) throws Exception {
    ShipmentsProject project = ShipmentsProject.in(folder, new CommandInProcess(folder));
    project.land("a.json", 1, 20);
    project.lakeward().run("run").expectExit(0);
    List<Event> bad = List.of(Event.number(20).withoutStatus(), Event.number(21));
    project.land("b.json", bad);
    project.lakeward().run("run").expectExit(1);

    project.removeLanded("b.json", bad);
    project.land("b.json", 20, 22);
    project.lakeward().run("run").expectExit(1);
    project.lakeward().run("run", "--full-refresh", "bronze,silver").expectExit(0);
    project.lakeward().run("run").expectExit(0);

    project.expectExactlyTheLandedRows();
  }

  private static void mendTheRule(ShipmentsProject project) throws Exception {
    Path sql = project.folder().resolve("transformations/shipments.sql");
    String mended =
        java.nio.file.Files.readString(sql).replace("EXPECT (status IS NOT NULL)", "EXPECT (true)");
    java.nio.file.Files.writeString(sql, mended);
  }
}
