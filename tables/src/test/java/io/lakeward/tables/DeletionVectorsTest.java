/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import static io.lakeward.tables.Fixture.ID_AND_NAME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/** Rows that are deleted from files which stay, by us and by delta-spark. */
class DeletionVectorsTest {
  @TempDir Path folder;
  private DeltaTable table;

  @BeforeEach
  void fill() {
    table = Fixture.newTable(folder);
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(ID_AND_NAME)
        .addFile(Fixture.write(table, "SELECT range AS id, 'x' AS name FROM range(100000)"))
        .commit();
  }

  private DataFile file() {
    return table.snapshot().files().get(0);
  }

  private void delete(int... rows) {
    table
        .newTransaction(WriteMode.APPEND, "DELETE")
        .withReadVersion(table.snapshot().version())
        .deleteRows(Map.of(file(), rows))
        .commit();
  }

  private void change(Map<String, String> properties) {
    table.newTransaction(WriteMode.APPEND, "CHANGE TABLE").withProperties(properties).commit();
  }

  private int[] deleted() {
    return file().deletionVector().orElseThrow().rows();
  }

  private List<String> left(String condition) {
    return SparkReader.rows(table, "SELECT count(*) FROM {t} WHERE " + condition);
  }

  @Test
  void rowsAreDeletedFromAFileThatStays() throws IOException {
    Path path = file().path();
    delete(3, 70_000);
    delete(99_999, 4);

    assertThat(table.snapshot().files()).hasSize(1);
    assertThat(file().path()).isEqualTo(path);
    assertThat(file().numRecords()).contains(99_996L);
    assertThat(deleted()).containsExactly(3, 4, 70_000, 99_999);
    assertThat(table.snapshot(1).files().get(0).deletedRows()).isEqualTo(2);
    assertThat(table.snapshot(0).files().get(0).hasDeletionVector()).isFalse();
    assertThat(left("id BETWEEN 3 AND 5 OR id >= 99998")).containsExactly("[2]");
    assertThat(left("true")).containsExactly("[99996]");
    assertThat(KernelReader.countFiles(table)).isEqualTo(1);
    assertThat(table.changes(1, 2).get(0).changesExistingRows()).isTrue();
  }

  /** Readers of the feature only may read the table from then on. */
  @Test
  void theProtocolSaysThatRowsAreMarked() {
    delete(1);
    var protocol = KernelReader.snapshot(table).getProtocol();
    assertThat(protocol.getMinReaderVersion()).isEqualTo(3);
    assertThat(protocol.getReaderFeatures()).containsExactly("deletionVectors");
    assertThat(protocol.getWriterFeatures()).contains("deletionVectors");
    assertThat(table.snapshot().properties()).containsEntry("delta.enableDeletionVectors", "true");
    assertThat(table.snapshot().unsupportedFeatures()).isEmpty();
  }

  @Test
  void whetherAnyoneAskedForThemIsRemembered() {
    String unasked = "lakeward.deletionVectorsUnasked";
    delete(1);
    delete(2);
    assertThat(table.snapshot().properties()).containsEntry(unasked, "true");
    change(Map.of("delta.ENABLEdeletionVectors", "true"));
    delete(3);
    assertThat(table.snapshot().properties())
        .containsEntry("delta.enableDeletionVectors", "true")
        .doesNotContainKey(unasked);
  }

  @Test
  void deltaSparkDeletesMore() {
    delete(1, 2);
    SparkReader.spark().sql("DELETE FROM delta.`" + table.path() + "` WHERE id IN (5, 90000)");

    assertThat(file().deletionVector().orElseThrow().storageType()).isEqualTo("u");
    assertThat(deleted()).containsExactly(1, 2, 5, 90_000);

    delete(6);

    assertThat(deleted()).containsExactly(1, 2, 5, 6, 90_000);
    assertThat(left("id < 10")).containsExactly("[6]");
    table.newTransaction(WriteMode.OVERWRITE, "WRITE").addFile(Fixture.row(table, 1)).commit();
    assertThat(file().hasDeletionVector()).isFalse();
    assertThat(SparkReader.rows(table, "SELECT id FROM {t}")).containsExactly("[1]");
  }

  /** delta-spark puts the vectors of one statement into one file. */
  @Test
  void vectorsThatShareAFileAreToldApart() {
    change(Map.of("delta.enableDeletionVectors", "true"));
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .addFile(Fixture.write(table, "SELECT 200000 + range AS id, 'y' AS name FROM range(1000)"))
        .commit();
    SparkReader.spark().sql("DELETE FROM delta.`" + table.path() + "` WHERE id IN (7, 200009)");

    List<DeletionVector> vectors =
        table.snapshot().files().stream().map(f -> f.deletionVector().orElseThrow()).toList();
    assertThat(vectors).hasSize(2);
    assertThat(vectors.stream().map(DeletionVector::file).distinct()).hasSize(1);
    assertThat(vectors)
        .extracting(DeletionVector::rows)
        .containsExactlyInAnyOrder(new int[] {7}, new int[] {9});

    table
        .newTransaction(WriteMode.APPEND, "DELETE")
        .withReadVersion(table.snapshot().version())
        .deleteRows(
            table.snapshot().files().stream().collect(Collectors.toMap(f -> f, f -> new int[] {8})))
        .commit();
    assertThat(
            SparkReader.rows(
                table, "SELECT id FROM {t} WHERE id % 200000 BETWEEN 6 AND 10 ORDER BY id"))
        .containsExactly("[6]", "[9]", "[10]", "[200006]", "[200007]", "[200010]");
  }

  @Test
  void compactionsAndCheckpointsOfTheLogKeepThem() throws IOException {
    change(Map.of("delta.checkpointInterval", "10"));
    for (int row = 0; row < 20; row++) {
      delete(row * 1000);
    }
    try (Stream<Path> log = Files.list(table.path().resolve("_delta_log"))) {
      for (Path old :
          log.filter(f -> f.getFileName().toString().matches("0+[0-9].json")).toList()) {
        Files.delete(old);
      }
    }
    assertThat(DeltaTable.at(table.path()).snapshot().files()).isEqualTo(table.snapshot().files());
    assertThat(deleted()).hasSize(20);
    assertThat(left("true")).containsExactly("[99980]");
  }

  @Test
  void filesOfVectorsThatAreInUseStay() throws IOException {
    delete(1);
    SparkReader.spark().sql("DELETE FROM delta.`" + table.path() + "` WHERE id = 2");
    Path used = file().deletionVector().flatMap(DeletionVector::file).orElseThrow();
    assertThat(table.deadFiles(Duration.ZERO)).isEmpty();

    delete(3);
    assertThat(table.deadFiles(Duration.ZERO)).containsExactly(used);
    assertThat(table.deadFiles(Duration.ofDays(1))).isEmpty();
  }

  @Test
  void aVectorThatCannotBeReadIsNotPassedOver() throws IOException {
    delete(1);
    SparkReader.spark().sql("DELETE FROM delta.`" + table.path() + "` WHERE id = 2");
    DeletionVector vector = file().deletionVector().orElseThrow();
    Path file = vector.file().orElseThrow();
    byte[] content = Files.readAllBytes(file);
    content[content.length - 6] ^= 1;
    Files.write(file, content);

    assertThatThrownBy(vector::rows)
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> {
              assertThat(e.problems().get(0).code()).isEqualTo(ProblemCode.TABLE_DAMAGED);
              assertThat(e.getMessage()).contains("checksum");
            });
    Files.delete(file);
    assertThatThrownBy(vector::rows).isInstanceOf(ProjectException.class);
  }

  /** The log, which is read as a whole, stays small. */
  @Test
  void longVectorsOfOneCommitShareAFile() throws IOException {
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .addFile(Fixture.write(table, "SELECT 200000 + range AS id, 'y' AS name FROM range(70000)"))
        .commit();
    int[] even = IntStream.range(0, 35_000).map(i -> 2 * i).toArray();
    table
        .newTransaction(WriteMode.APPEND, "DELETE")
        .withReadVersion(table.snapshot().version())
        .deleteRows(table.snapshot().files().stream().collect(Collectors.toMap(f -> f, f -> even)))
        .commit();

    List<DeletionVector> vectors =
        table.snapshot().files().stream().map(f -> f.deletionVector().orElseThrow()).toList();
    assertThat(vectors).extracting(DeletionVector::storageType).containsExactly("u", "u");
    assertThat(vectors.stream().map(DeletionVector::file).distinct()).hasSize(1);
    assertThat(vectors).allSatisfy(v -> assertThat(v.rows()).isEqualTo(even));
    assertThat(left("true")).containsExactly("[100000]");
    assertThat(left("id % 2 = 1 OR id BETWEEN 70000 AND 99999")).containsExactly("[100000]");
    assertThat(KernelReader.countFiles(table)).isEqualTo(2);

    SparkReader.spark().sql("DELETE FROM delta.`" + table.path() + "` WHERE id = 3");
    table
        .newTransaction(WriteMode.APPEND, "DELETE")
        .withReadVersion(table.snapshot().version())
        .deleteRows(
            table.snapshot().files().stream()
                .collect(Collectors.toMap(f -> f, f -> new int[] {5, 69_999})))
        .commit();
    assertThat(left("id IN (1, 3, 5, 69999, 200005, 269999)")).containsExactly("[1]");
    assertThat(left("true")).containsExactly("[99995]");
    assertThat(table.deadFiles(Duration.ZERO))
        .hasSize(2)
        .allSatisfy(f -> assertThat(f.getFileName().toString()).endsWith(".bin"));
    assertThat(table.deadFiles(Duration.ofDays(1))).isEmpty();
  }

  /** Of writers at the same time, those that lose take their vectors away. */
  @Test
  void aCommitThatComesTooLateLeavesNoVectors() throws IOException {
    int[] rows = IntStream.range(0, 9_000).map(i -> 3 * i).toArray();
    DataFile file = file();
    long commits =
        IntStream.range(0, 8)
            .parallel()
            .filter(
                i -> {
                  try {
                    DeltaTable.at(table.path())
                        .newTransaction(WriteMode.APPEND, "DELETE")
                        .deleteRows(Map.of(file, rows))
                        .commit();
                    return true;
                  } catch (ProjectException | IllegalArgumentException e) {
                    return false;
                  }
                })
            .count();
    assertThat(commits).isEqualTo(1);
    try (Stream<Path> files = Files.list(table.path())) {
      assertThat(files.filter(f -> f.toString().endsWith(".bin"))).hasSize(1);
    }
  }

  @Test
  void rowsWithNumbersThatAreTooLargeAreNotPassedOver() {
    RoaringBitmap rows = RoaringBitmap.bitmapOf(1, Integer.MAX_VALUE);
    assertThat(DeletionVector.of(folder, rows, new DeletionVectorFile(folder)).rows())
        .containsExactly(1, Integer.MAX_VALUE);
    rows.add(Integer.MIN_VALUE);
    assertThatThrownBy(() -> DeletionVector.of(folder, rows, new DeletionVectorFile(folder)).rows())
        .hasMessageContaining("2^31");
  }

  @Test
  void tablesThatOnlyGrowRefuse() {
    change(Map.of("delta.appendOnly", "true"));
    assertThatThrownBy(() -> delete(1)).isInstanceOf(ProjectException.class);
  }
}
