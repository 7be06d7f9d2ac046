/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that take the place of others, with what changed in them. */
class ChangedRowsTest {
  @TempDir Path folder;

  /** Version 1 has rows 1 and 2 in a file each; version 2 changes row 2 and adds row 3. */
  private DeltaTable changed() throws IOException {
    DeltaTable table = Fixture.newTable(folder);
    table
        .newTransaction(WriteMode.APPEND, "CREATE TABLE")
        .withSchema(Fixture.ID_AND_NAME)
        .withProperties(Map.of("delta.enableChangeDataFeed", "true"))
        .addFile(Fixture.row(table, 1))
        .commit();
    Fixture.append(table, 2);
    DataFile old =
        table.snapshot().files().stream()
            .filter(f -> !table.snapshot(0).files().contains(f))
            .findFirst()
            .orElseThrow();
    NewDataFile changes =
        Fixture.write(
            table,
            "SELECT 2::BIGINT AS id, 'n2' AS name, 'update_preimage' AS _change_type UNION ALL"
                + " SELECT 2, 'new', 'update_postimage' UNION ALL SELECT 3, 'n3', 'insert'");
    Path feed = table.path().resolve("_change_data/cdc-1.parquet");
    Files.createDirectories(feed.getParent());
    Files.move(changes.path(), feed);
    table
        .newTransaction(WriteMode.APPEND, "MERGE")
        .withReadVersion(1)
        .removeFiles(List.of(old))
        .addFile(Fixture.write(table, "SELECT 2::BIGINT AS id, 'new' AS name"))
        .addFile(Fixture.row(table, 3))
        .addChangeFiles(List.of(NewDataFile.of(feed, Files.size(feed), 3)))
        .commit();
    return table;
  }

  @Test
  void sparkReadsTheRowsAndTheirChanges() throws IOException {
    DeltaTable table = changed();
    assertThat(SparkReader.rows(table, "SELECT * FROM {t} ORDER BY id"))
        .containsExactly("[1,n1]", "[2,new]", "[3,n3]");
    assertThat(
            SparkReader.spark()
                .read()
                .format("delta")
                .option("readChangeFeed", "true")
                .option("startingVersion", 2)
                .load(table.path().toString())
                .selectExpr("id", "name", "_change_type", "_commit_version")
                .orderBy("id", "_change_type")
                .collectAsList())
        .extracting(Object::toString)
        .containsExactly(
            "[2,new,update_postimage,2]", "[2,n2,update_preimage,2]", "[3,n3,insert,2]");
  }

  @Test
  void kernelReadsTheTable() throws IOException {
    DeltaTable table = changed();
    assertThat(KernelReader.countFiles(table)).isEqualTo(3);
    assertThat(KernelReader.snapshot(table).getProtocol().getMinReaderVersion()).isEqualTo(1);
  }

  @Test
  void theCommitTellsWhatItDid() throws IOException {
    TableCommit commit = changed().changes(1, 2).get(0);
    assertThat(commit.changesExistingRows()).isTrue();
    assertThat(commit.added()).hasSize(2);
    assertThat(commit.changeFiles()).hasSize(1);
  }

  @Test
  void onlyActiveFilesCanBeRemoved() throws IOException {
    DeltaTable table = changed();
    List<DataFile> gone = table.snapshot(1).files();
    assertThatThrownBy(
            () -> table.newTransaction(WriteMode.APPEND, "MERGE").removeFiles(gone).commit())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not active");
  }
}
