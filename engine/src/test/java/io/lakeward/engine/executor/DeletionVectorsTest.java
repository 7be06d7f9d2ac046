/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import static io.lakeward.engine.executor.DeletionVectors.ALLOWED;
import static io.lakeward.engine.executor.DeletionVectors.IF_WORTH_IT;
import static io.lakeward.engine.executor.DeletionVectors.NEVER;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeletionVector;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.NewDataFile;
import io.lakeward.tables.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeletionVectorsTest {
  private static final long MB = 1 << 20;

  private static DataFile file(String name, long size, long rows, long deleted) {
    return new DataFile(
        Path.of("/t", name),
        Map.of(),
        size,
        0,
        Optional.of(rows),
        deleted == 0
            ? Optional.empty()
            : Optional.of(
                new DeletionVector(Path.of("/t"), "i", "", OptionalInt.empty(), 0, deleted)));
  }

  private static Map<DataFile, Long> hit(int files, long size, long rows, long going) {
    Map<DataFile, Long> hit = new LinkedHashMap<>();
    for (int i = 0; i < files; i++) {
      hit.put(file("f" + i, size, rows, 0), going);
    }
    return hit;
  }

  @Test
  void smallFilesAreWrittenAnewUnlessTheTableAllowsVectors() {
    Map<DataFile, Long> small = hit(7, 4 * MB, 100_000, 3);
    assertThat(IF_WORTH_IT.staying(small)).isEmpty();
    assertThat(ALLOWED.staying(small)).hasSize(7);
    assertThat(NEVER.staying(small)).isEmpty();
  }

  @Test
  void manyFilesOfWhichFewRowsGoStay() {
    Map<DataFile, Long> many = hit(8, 4 * MB, 100_000, 3);
    assertThat(IF_WORTH_IT.staying(many)).hasSize(8);
    assertThat(NEVER.staying(many)).isEmpty();
  }

  @Test
  void filesOfWhichMuchGoesAreWrittenAnew() {
    assertThat(IF_WORTH_IT.staying(hit(8, 4 * MB, 10_000, 2_000))).hasSize(8);
    assertThat(IF_WORTH_IT.staying(hit(8, 4 * MB, 10_000, 2_001))).isEmpty();
    assertThat(ALLOWED.staying(hit(1, 100, 10, 5))).hasSize(1);
    assertThat(ALLOWED.staying(hit(1, 100, 10, 6))).isEmpty();
    assertThat(ALLOWED.staying(Map.of(file("f", 100, 6, 4), 1L))).hasSize(1);
    assertThat(ALLOWED.staying(Map.of(file("f", 100, 6, 4), 2L))).isEmpty();
  }

  @Test
  void aTableThatGotThemUnaskedAllowsNoMoreThanBefore(@TempDir Path folder) throws IOException {
    DeltaTable table = DeltaTable.at(folder.resolve("t"));
    Path data = table.newDataFilePath();
    Files.createDirectories(data.getParent());
    Files.write(data, new byte[] {1});
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(StructType.fromDDL("id INT").json())
        .addFile(NewDataFile.of(data, 1, 10))
        .commit();
    assertThat(allowed(table)).containsExactly(NEVER, IF_WORTH_IT);
    table
        .newTransaction(WriteMode.APPEND, "DELETE")
        .withReadVersion(0)
        .deleteRows(Map.of(table.snapshot().files().get(0), new int[] {3}))
        .commit();
    assertThat(allowed(table)).containsExactly(NEVER, IF_WORTH_IT);
    change(table, "true");
    assertThat(allowed(table)).containsExactly(ALLOWED, ALLOWED);
    change(table, "false");
    assertThat(allowed(table)).containsExactly(NEVER, NEVER);
  }

  private static List<DeletionVectors> allowed(DeltaTable table) {
    return List.of(
        DeletionVectors.of(table.snapshot(), NEVER),
        DeletionVectors.of(table.snapshot(), IF_WORTH_IT));
  }

  private static void change(DeltaTable table, String value) {
    table
        .newTransaction(WriteMode.APPEND, "CHANGE TABLE")
        .withProperties(Map.of("delta.enableDeletionVectors", value))
        .commit();
  }
}
