/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.update.UpdateState;
import io.lakeward.executor.embedded.quality.QualityProject;
import io.lakeward.tables.DeltaTable;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small files of many small batches are put together, and nobody sees another row for it. */
final class FileCompactionTest {
  private static final int BATCHES = 51;

  @TempDir private Path folder;
  private QualityProject project;
  private int landed;

  @BeforeEach
  void project() {
    project = new QualityProject(folder);
  }

  private void tables(String clauses) {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE bronze %s AS SELECT * FROM STREAM
          read_files('/Volumes/main/raw/in', format => 'json', schema => 'id INT, p STRING', maxFilesPerTrigger => 1);
        CREATE OR REFRESH STREAMING TABLE silver TBLPROPERTIES (delta.autoOptimize.autoCompact = false)
          AS SELECT id FROM STREAM bronze WITH (maxFilesPerTrigger = 20);
        CREATE OR REFRESH MATERIALIZED VIEW total AS SELECT count(*) AS n, sum(id) AS ids FROM bronze;
        """
            .formatted(clauses));
  }

  private void runWith(int newFiles) {
    for (int i = 0; i < newFiles; i++) {
      landed++;
      project.land(landed + ".json", "{\"id\":%d,\"p\":\"x\"}".formatted(landed));
    }
    assertThat(project.run().state()).isEqualTo(UpdateState.COMPLETED);
  }

  private DeltaTable table(String name) {
    return DeltaTable.at(folder.resolve(".lakeward/warehouse/main/default/" + name));
  }

  private void assertAllRowsAreThere() {
    int ids = landed * (landed + 1) / 2;
    assertThat(project.rows("SELECT * FROM total"))
        .containsExactly("[%d, %d]".formatted(landed, ids));
    assertThat(project.rows("SELECT count(*), sum(id) FROM silver"))
        .containsExactly("[%d, %d]".formatted(landed, ids));
  }

  @Test
  void LIFE_6_smallFilesBecomeOne_andStreamsThatReadThemGoOn() {
    tables("");
    runWith(BATCHES);

    assertThat(table("bronze").snapshot().files()).hasSize(1);
    assertThat(table("bronze").history(1).get(0).operation()).isEqualTo("OPTIMIZE");
    assertAllRowsAreThere();
    assertThat(project.events("maintenance_progress"))
        .singleElement()
        .satisfies(
            event ->
                assertThat(event.at("/details/maintenance_progress/table_name").asText())
                    .isEqualTo("main.default.bronze"));
    OptionalLong version = table("bronze").latestVersion();
    runWith(0);
    assertThat(table("bronze").latestVersion()).isEqualTo(version);

    runWith(3);
    assertThat(table("bronze").snapshot().files()).hasSize(4);
    assertAllRowsAreThere();
    runWith(BATCHES);
    assertThat(table("bronze").snapshot().files()).hasSize(1);
    assertAllRowsAreThere();
    assertThat(table("silver").snapshot().files()).hasSizeGreaterThan(3);
  }

  @Test
  void LIFE_6_rowsAreWherePartitionsPutThem() {
    tables("PARTITIONED BY (p)");
    runWith(BATCHES);
    assertThat(table("bronze").snapshot().files())
        .singleElement()
        .satisfies(file -> assertThat(file.partitionValues()).containsEntry("p", "x"));
    assertAllRowsAreThere();
  }

  @Test
  void PROP_2_aTableThatSaysSoKeepsItsFiles() {
    tables("TBLPROPERTIES ('pipelines.autoOptimize.managed' = 'false')");
    runWith(BATCHES);
    assertThat(table("bronze").snapshot().files()).hasSize(BATCHES);
    assertAllRowsAreThere();
  }
}
