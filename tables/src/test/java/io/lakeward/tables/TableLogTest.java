/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import static io.lakeward.tables.Fixture.ID_AND_NAME;
import static io.lakeward.tables.Fixture.append;
import static io.lakeward.tables.Fixture.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableLogTest {
  @TempDir Path folder;
  private DeltaTable table;

  @BeforeEach
  void newTable() {
    table = Fixture.newTable(folder);
  }

  @Test
  void manyCommitsAreReadThroughACompactionByEveryReader() throws IOException {
    for (int i = 0; i < 25; i++) {
      append(table, i);
    }

    assertThat(log("00000000000000000000.00000000000000000020.compacted.json")).exists();
    deleteCommits(0, 9);
    assertThat(DeltaTable.at(table.path()).snapshot().files()).hasSize(25);
    assertThat(DeltaTable.at(table.path()).snapshot(22).files()).hasSize(23);
  }

  @Test
  void sparkAndKernelReadATableWithACompaction() throws IOException {
    for (int i = 0; i < 12; i++) {
      append(table, i);
    }
    table
        .newTransaction(WriteMode.OVERWRITE, "WRITE")
        .addFile(row(table, 100))
        .withTransactionVersion("f", 4)
        .commit();
    for (int i = 13; i < 23; i++) {
      append(table, i);
    }

    assertThat(SparkReader.read(table).count()).isEqualTo(11);
    assertThat(KernelReader.countFiles(table)).isEqualTo(11);
    assertThat(DeltaTable.at(table.path()).snapshot().files()).hasSize(11);
    assertThat(DeltaTable.at(table.path()).transactionVersion("f")).hasValue(4);
  }

  @Test
  void checkpointsAreWrittenAndReadThroughKernel() throws IOException {
    table
        .newTransaction(WriteMode.APPEND, "CREATE TABLE")
        .withSchema(ID_AND_NAME)
        .withDescription("d")
        .withProperties(Map.of("delta.checkpointInterval", "5", "p", "q"))
        .withTransactionVersion("f", 8)
        .commit();
    for (int i = 1; i <= 13; i++) {
      append(table, i);
    }
    TableSnapshot before = table.snapshot();

    assertThat(log("00000000000000000010.checkpoint.parquet")).exists();
    Files.delete(log("00000000000000000000.00000000000000000010.compacted.json"));
    deleteCommits(0, 9);
    TableSnapshot after = DeltaTable.at(table.path()).snapshot();

    assertThat(after.files()).containsExactlyInAnyOrderElementsOf(before.files());
    assertThat(after.schemaJson()).isEqualTo(before.schemaJson());
    assertThat(after.properties()).isEqualTo(before.properties());
    assertThat(after.description()).contains("d");
    assertThat(after.id()).isEqualTo(before.id());
    assertThat(after.transactionVersion("f")).hasValue(8);
    assertThat(SparkReader.read(table).count()).isEqualTo(13);
    assertThat(append(DeltaTable.at(table.path()), 14)).isEqualTo(14);
  }

  @Test
  void changesTellAppendsOverwritesAndNewSchemas() {
    append(table, 1);
    append(table, 2);
    table
        .newTransaction(WriteMode.OVERWRITE, "WRITE")
        .withProperties(Map.of("a", "b"))
        .addFile(row(table, 3))
        .commit();

    List<TableCommit> changes = table.changes(-1, 2);

    assertThat(changes).extracting(TableCommit::version).containsExactly(0L, 1L, 2L);
    assertThat(changes)
        .extracting(TableCommit::changesExistingRows)
        .containsExactly(false, false, true);
    assertThat(changes).extracting(TableCommit::metadataChanged).containsExactly(true, false, true);
    assertThat(changes)
        .extracting(TableCommit::protocolChanged)
        .containsExactly(true, false, false);
    assertThat(changes.get(2).removed()).hasSize(2).allMatch(FileChange::dataChange);
    assertThat(changes.get(1).appendedFiles()).hasSize(1);
    assertThat(changes.get(1).operation()).isEqualTo("WRITE");
    assertThat(table.changes(2, 2)).isEmpty();
  }

  @Test
  void changesThatWereCleanedUpAreNamed() throws IOException {
    for (int i = 0; i < 12; i++) {
      append(table, i);
    }
    deleteCommits(0, 4);

    assertThatThrownBy(() -> table.changes(2, 11))
        .isInstanceOf(ProjectException.class)
        .hasMessageContainingAll("SOURCE_TABLE_CHANGED", "Version 3", "earliest left is 5");
    assertThat(table.changes(4, 11)).hasSize(7);
    assertThatThrownBy(() -> table.changes(10, 12)).hasMessageContaining("has no version 12");
    assertThatThrownBy(() -> table.snapshot(2)).hasMessageContaining("SOURCE_TABLE_CHANGED");
  }

  @Test
  void historyTellsWhatWriterAndHowMuch() {
    append(table, 1);
    table
        .newTransaction(WriteMode.APPEND, "STREAMING UPDATE")
        .withOperationParameter("flow", "orders")
        .withOperationMetric("numDroppedRows", "3")
        .addFile(row(table, 2))
        .commit();

    List<HistoryEntry> history = table.history(1);

    assertThat(history).hasSize(1);
    assertThat(history.get(0).version()).isEqualTo(1);
    assertThat(history.get(0).operation()).isEqualTo("STREAMING UPDATE");
    assertThat(history.get(0).operationParameters())
        .containsEntry("flow", "orders")
        .containsEntry("mode", "Append");
    assertThat(history.get(0).operationMetrics())
        .containsEntry("numDroppedRows", "3")
        .containsEntry("numOutputRows", "1");
    assertThat(history.get(0).engineInfo().orElseThrow()).matches("Lakeward/\\d+\\.\\d+\\.\\d+.*");
    assertThat(table.history(10)).hasSize(2);
    assertThat(SparkReader.rows(table, "DESCRIBE HISTORY {t}").get(0))
        .contains("STREAMING UPDATE", "numDroppedRows -> 3", "Lakeward");
  }

  @Test
  void sparkAppendsAndWeReadOn() {
    append(table, 1);
    table.snapshot();

    SparkReader.spark()
        .sql("INSERT INTO delta.`" + table.path() + "` VALUES (2, 'spark'), (3, 'spark')");
    assertThat(table.snapshot().version()).isEqualTo(1);
    append(table, 4);
    SparkReader.spark()
        .sql("INSERT OVERWRITE delta.`" + table.path() + "` VALUES (2, 'spark'), (4, 'spark')");
    append(table, 5);

    assertThat(SparkReader.rows(table, "SELECT id FROM {t} ORDER BY id"))
        .containsExactly("[2]", "[4]", "[5]");
    assertThat(table.changes(2, 3).get(0).changesExistingRows()).isTrue();
    assertThat(table.changes(0, 1).get(0).appendedFiles())
        .allSatisfy(f -> assertThat(f.path()).exists());
    assertThat(table.snapshot().files()).isEqualTo(DeltaTable.at(table.path()).snapshot().files());
  }

  @Test
  void theChangeFeedOfAnOverwriteIsReadBySpark() {
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(ID_AND_NAME)
        .withProperties(Map.of("delta.enableChangeDataFeed", "true"))
        .addFile(row(table, 1))
        .commit();
    table.newTransaction(WriteMode.OVERWRITE, "WRITE").addFile(row(table, 2)).commit();

    assertThat(
            SparkReader.spark()
                .read()
                .format("delta")
                .option("readChangeFeed", "true")
                .option("startingVersion", "1")
                .load(table.path().toString())
                .selectExpr("_change_type || id")
                .collectAsList())
        .extracting(r -> r.getString(0))
        .containsExactlyInAnyOrder("delete1", "insert2");
  }

  @Test
  void rowTrackingAndInCommitTimestampsGoOn() {
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(ID_AND_NAME)
        .withProperties(
            Map.of("delta.enableRowTracking", "true", "delta.enableInCommitTimestamps", "true"))
        .addFile(row(table, 1))
        .commit();
    SparkReader.spark().sql("INSERT INTO delta.`" + table.path() + "` VALUES (2, 'spark')");
    append(table, 3);
    append(table, 4);

    assertThat(SparkReader.rows(table, "SELECT id, _metadata.row_id FROM {t} ORDER BY id"))
        .containsExactly("[1,0]", "[2,1]", "[3,2]", "[4,3]");
    assertThat(table.history(9))
        .extracting(h -> h.timestamp().toEpochMilli())
        .doesNotHaveDuplicates();
  }

  @Test
  void tablesWithFeaturesThatCannotBeKeptAreNotWritten() {
    SparkReader.spark()
        .sql("CREATE TABLE delta.`" + table.path() + "` (id BIGINT, name STRING) USING delta");
    SparkReader.spark()
        .sql("ALTER TABLE delta.`" + table.path() + "` ADD CONSTRAINT c CHECK (id > 0)");

    assertThatThrownBy(() -> append(table, 1))
        .hasMessageContainingAll("TABLE_FEATURE_UNSUPPORTED", "checkConstraints");
  }

  @Test
  void aCommitStandsWhateverBecomesOfTheMaintenance() {
    assertThatCode(
            () ->
                LogMaintenance.attempt(
                    table.path(),
                    10,
                    () -> {
                      throw new NoClassDefFoundError("org/apache/hadoop/conf/Configuration");
                    }))
        .doesNotThrowAnyException();
  }

  @Test
  void aDamagedLogFileIsNamed() throws IOException {
    append(table, 1);
    append(table, 2);
    Files.writeString(log("00000000000000000001.json"), "{\"add\":{\"path\":\"part");

    assertThatThrownBy(() -> DeltaTable.at(table.path()).snapshot())
        .isInstanceOf(ProjectException.class)
        .hasMessageContainingAll("TABLE_DAMAGED", "00000000000000000001.json");
  }

  @Test
  void aHoleInTheLogIsNamed() throws IOException {
    append(table, 1);
    append(table, 2);
    append(table, 3);
    Files.delete(log("00000000000000000001.json"));

    assertThatThrownBy(() -> DeltaTable.at(table.path()).snapshot())
        .hasMessageContainingAll("TABLE_DAMAGED", "00000000000000000001.json is missing");
  }

  @Test
  void aTableThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> table.snapshot()).hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
    assertThatThrownBy(() -> table.changes(0, 1)).hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
    assertThat(table.history(3)).isEmpty();
  }

  private Path log(String name) {
    return table.path().resolve("_delta_log").resolve(name);
  }

  private void deleteCommits(int from, int to) throws IOException {
    for (int version = from; version <= to; version++) {
      Files.delete(log(LogFileNames.commit(version)));
    }
  }
}
