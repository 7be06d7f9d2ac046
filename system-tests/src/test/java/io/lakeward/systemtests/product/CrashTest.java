/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.testkit.shipments.Json;
import io.lakeward.testkit.shipments.ShipmentsProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that dies anywhere is finished by the next one, with no row lost and none twice. */
@NeedsProduct
final class CrashTest {
  private static final int KILLED = 137;

  private static final String CHANGES =
      """
      CREATE STREAMING TABLE changed FLOW AUTO CDC
      FROM STREAM read_files('/Volumes/shop/raw/rows/', format => 'json', schema => 'id INT, v STRING, seq INT')
      KEYS (id) APPLY AS DELETE WHEN v = 'gone' SEQUENCE BY seq STORED AS SCD TYPE 2;
      """;

  /** The first one dies before there are any tables. */
  private static final List<String> POINTS =
      List.of("planned", "files-written", "committed", "between-tables", "during-view");

  @Test
  void theNextRunFinishesWhatADeadOneBegan(@TempDir Path folder) {
    ShipmentsProject project = ShipmentsProject.in(folder, LakewardProcess.in(folder));
    for (String point : POINTS) {
      for (int file = 0; file < 3; file++) {
        int from = (POINTS.indexOf(point) * 3 + file) * 40;
        project.land("events-" + from + ".json", from, from + 40);
      }

      LakewardProcess.in(folder).dyingAt(point).run("run").expectExit(KILLED);
      project.lakeward().run("run").expectExit(0);
    }

    project.expectExactlyTheLandedRows();
    Map<String, String> logs = project.deltaLogs();
    project.lakeward().run("run").expectExit(0);
    assertThat(project.deltaLogs()).as("a further run changes nothing").isEqualTo(logs);
  }

  /** With a batch cut in two: its bad rows are stored, its good ones are not. */
  @Test
  void EXP_16_aTableAndItsQuarantineTogetherHaveEveryRowOnce(@TempDir Path folder) {
    ShipmentsProject project = ShipmentsProject.in(folder, LakewardProcess.in(folder));
    project.write(
        "transformations/split.sql",
        """
        CREATE OR REFRESH STREAMING TABLE light ( CONSTRAINT light EXPECT (weight_kg < 10) ON VIOLATION QUARANTINE )
        AS SELECT shipment_id, CAST(weight_kg AS DOUBLE) AS weight_kg FROM STREAM(bronze);
        """);
    for (int file = 0; file < 3; file++) {
      project.land("events-" + file + ".json", file * 40, file * 40 + 40);
    }

    LakewardProcess.in(folder).dyingAt("quarantined").run("run").expectExit(KILLED);
    project.lakeward().run("run").expectExit(0);

    String query =
        """
        SELECT count(*) AS n FROM (
          (SELECT shipment_id, CAST(weight_kg AS DOUBLE) AS w FROM bronze EXCEPT ALL
            (SELECT shipment_id, weight_kg FROM light UNION ALL SELECT shipment_id, weight_kg FROM light_quarantine))
          UNION ALL
          ((SELECT shipment_id, weight_kg FROM light UNION ALL SELECT shipment_id, weight_kg FROM light_quarantine)
            EXCEPT ALL SELECT shipment_id, CAST(weight_kg AS DOUBLE) FROM bronze))
        """;
    assertThat(project.rows(query).get(0).path("n").asLong()).isZero();
    project.expectExactlyTheLandedRows();
  }

  @Test
  void changesThatAreRecordedGetIntoTheTable(@TempDir Path folder) throws IOException {
    write(folder.resolve("transformations/all.sql"), CHANGES);
    write(
        folder.resolve("volumes/shop/raw/rows/1.json"),
        """
        {"id": 1, "v": "a", "seq": 1}
        {"id": 1, "v": "b", "seq": 2}
        {"id": 2, "v": "c", "seq": 1}
        {"id": 2, "v": "gone", "seq": 5}
        """);

    LakewardProcess.in(folder).dyingAt("changes-recorded").run("run").expectExit(KILLED);
    LakewardProcess.in(folder).run("run").expectExit(0);

    String query = "SELECT concat_ws(' ', id, v, __START_AT, __END_AT) AS k FROM changed";
    assertThat(
            Json.rows(
                    LakewardProcess.in(folder)
                        .run("sql", query, "--output", "json")
                        .expectExit(0)
                        .out())
                .stream()
                .map(row -> row.get("k").asText()))
        .containsExactlyInAnyOrder("1 a 1 2", "1 b 2", "2 c 1 5");
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
