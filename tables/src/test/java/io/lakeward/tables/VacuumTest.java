/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import static io.lakeward.tables.Fixture.ID_AND_NAME;
import static io.lakeward.tables.Fixture.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VacuumTest {
  private static final Instant LONG_AGO = Instant.now().minus(Duration.ofDays(30));

  @TempDir Path folder;
  private DeltaTable table;

  @BeforeEach
  void newTable() {
    table = Fixture.newTable(folder);
  }

  private Path overwritten(long id) {
    NewDataFile file = row(table, id);
    table
        .newTransaction(WriteMode.OVERWRITE, "WRITE")
        .withSchema(ID_AND_NAME)
        .addFile(file)
        .commit();
    return file.path();
  }

  private Path aged(Path file) throws IOException {
    return Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
  }

  private Path aged(String name) throws IOException {
    Path file = table.path().resolve(name);
    Files.createDirectories(file.getParent());
    return aged(Files.writeString(file, "x"));
  }

  private void vacuum(Instant horizon) throws IOException {
    TableState state = new DeltaLog(table.path()).findNewest().orElseThrow();
    new Vacuum(table.path(), state, horizon).run();
  }

  @Test
  void aFileThatLeftTheTableGoesWhenItsTimeIsOver_andOneThatIsInItStays() throws IOException {
    Path dead = aged(overwritten(1));
    Path alive = aged(overwritten(2));
    vacuum(Instant.now().minus(Duration.ofHours(1)));
    assertThat(dead).as("removed a moment ago").exists();
    vacuum(Instant.now().plus(Duration.ofHours(1)));
    assertThat(dead).doesNotExist();
    assertThat(alive).exists();
  }

  @Test
  void whatAWriterLeftBehindGoesOnlyWhenItIsOld() throws IOException {
    Path alive = overwritten(1);
    Path left = aged("part-left.parquet");
    Path inPartition = aged("_p=1/part-left.parquet");
    Path changes = aged("_change_data/cdc-left.parquet");
    Path beingWritten = Files.writeString(table.path().resolve("part-new.parquet"), "x");
    Path notes = aged("notes.txt");
    Path foreign = aged("_spark_metadata/x.parquet");
    vacuum(Instant.now().minus(Duration.ofDays(7)));
    assertThat(List.of(left, inPartition, changes)).noneMatch(Files::exists);
    assertThat(List.of(alive, beingWritten, notes, foreign)).allMatch(Files::exists);
    assertThat(table.snapshot().files()).extracting(DataFile::path).containsExactly(alive);
  }

  @Test
  void everyHundredthCommitCleansUpByTheTablesOwnRetention() throws IOException {
    Path first = overwritten(0);
    table
        .newTransaction(WriteMode.APPEND, "SET TBLPROPERTIES")
        .withProperties(Map.of("delta.deletedFileRetentionDuration", "interval 0 seconds"))
        .commit();
    overwritten(1);
    while (table.latestVersion().orElseThrow() < 99) {
      table.newTransaction(WriteMode.APPEND, "WRITE").commit();
    }
    assertThat(first).exists();
    table.newTransaction(WriteMode.APPEND, "WRITE").commit();
    assertThat(first).doesNotExist();
    try (Stream<Path> files = Files.list(table.path())) {
      assertThat(files.filter(file -> file.toString().endsWith(".parquet"))).hasSize(1);
    }
  }
}
