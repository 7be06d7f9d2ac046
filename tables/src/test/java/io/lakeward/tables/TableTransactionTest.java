/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import static io.lakeward.tables.Fixture.ID_AND_NAME;
import static io.lakeward.tables.Fixture.append;
import static io.lakeward.tables.Fixture.field;
import static io.lakeward.tables.Fixture.row;
import static io.lakeward.tables.Fixture.struct;
import static io.lakeward.tables.Fixture.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableTransactionTest {
  @TempDir Path folder;
  private DeltaTable table;

  @BeforeEach
  void newTable() {
    table = Fixture.newTable(folder);
  }

  @Test
  void theFirstTransactionCreatesTheTableWithItsDataInOneCommit() {
    long version =
        table
            .newTransaction(WriteMode.APPEND, "CREATE TABLE")
            .withSchema(ID_AND_NAME)
            .withDescription("names by id")
            .withProperties(Map.of("quality", "bronze"))
            .withTransactionVersion("flow", 0)
            .addFile(row(table, 1))
            .commit();

    TableSnapshot snapshot = table.snapshot();
    assertThat(version).isZero();
    assertThat(snapshot.version()).isZero();
    assertThat(snapshot.description()).contains("names by id");
    assertThat(snapshot.properties()).containsEntry("quality", "bronze");
    assertThat(snapshot.transactionVersion("flow")).hasValue(0);
    assertThat(snapshot.files()).hasSize(1);
    assertThat(snapshot.files().get(0).numRecords()).contains(1L);
    assertThat(snapshot.unsupportedFeatures()).isEmpty();
    assertThat(SparkReader.rows(table, "SELECT * FROM {t}")).containsExactly("[1,n1]");
  }

  @Test
  void aTableCanBeCreatedWithoutData() throws IOException {
    table.newTransaction(WriteMode.OVERWRITE, "CREATE TABLE").withSchema(ID_AND_NAME).commit();

    assertThat(table.snapshot().files()).isEmpty();
    assertThat(SparkReader.read(table).schema().json())
        .isEqualTo(org.apache.spark.sql.types.DataType.fromJson(ID_AND_NAME).json());
    assertThat(KernelReader.countFiles(table)).isZero();
  }

  @Test
  void anOverwriteReplacesRowsAndSchemaAndKeepsTheTablesIdAndHistory() {
    append(table, 1);
    append(table, 2);
    String id = table.snapshot().id();

    table
        .newTransaction(WriteMode.OVERWRITE, "WRITE")
        .withSchema(struct(field("name", "\"long\""), field("extra", "\"boolean\"")))
        .addFile(write(table, "SELECT 7::BIGINT AS name, true AS extra"))
        .commit();

    assertThat(table.snapshot().id()).isEqualTo(id);
    assertThat(table.snapshot().version()).isEqualTo(2);
    assertThat(SparkReader.rows(table, "SELECT * FROM {t}")).containsExactly("[7,true]");
    assertThat(SparkReader.rows(table, "SELECT * FROM {t} VERSION AS OF 1 ORDER BY id"))
        .containsExactly("[1,n1]", "[2,n2]");
    assertThat(KernelReader.columns(table)).containsExactly("name", "extra");
  }

  @Test
  void anOverwriteWithoutFilesEmptiesTheTable() {
    append(table, 1);

    table.newTransaction(WriteMode.OVERWRITE, "WRITE").commit();

    assertThat(table.snapshot().files()).isEmpty();
    assertThat(SparkReader.rows(table, "SELECT count(*) FROM {t}")).containsExactly("[0]");
  }

  @Test
  void anAppendWithoutFilesCanRecordProgress() {
    append(table, 1);

    table
        .newTransaction(WriteMode.APPEND, "STREAMING UPDATE")
        .withTransactionVersion("flow", 12)
        .commit();

    assertThat(table.transactionVersion("flow")).hasValue(12);
    assertThat(table.transactionVersion("other")).isEmpty();
    assertThat(DeltaTable.at(table.path()).transactionVersion("flow")).hasValue(12);
  }

  @Test
  void aBatchThatIsAlreadyCommittedIsRefused() {
    append(table, 1);
    table.newTransaction(WriteMode.APPEND, "WRITE").withTransactionVersion("f", 3).commit();

    assertProblem(
        ProblemCode.COMMIT_CONFLICT,
        () ->
            table
                .newTransaction(WriteMode.APPEND, "WRITE")
                .withTransactionVersion("f", 3)
                .commit());
    assertThat(table.snapshot().version()).isEqualTo(1);
  }

  @Test
  void anAppendMayAddColumnsAlsoInsideStructsAndTheyBecomeNullable() {
    String before = struct(field("id", "\"long\""), field("s", struct(field("a", "\"integer\""))));
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(before)
        .addFile(write(table, "SELECT 1::BIGINT AS id, {'a': 1} AS s"))
        .commit();
    String after =
        struct(
            field("ID", "\"long\""),
            field("s", struct(field("a", "\"integer\""), field("b", "\"string\""))),
            field("n", "\"date\"").replace("\"nullable\":true", "\"nullable\":false"));

    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(after)
        .addFile(
            write(table, "SELECT 2::BIGINT AS id, {'a': 2, 'b': 'x'} AS s, DATE '2026-01-02' AS n"))
        .commit();

    assertThat(table.snapshot().schemaJson()).doesNotContain("\"nullable\":false");
    assertThat(SparkReader.rows(table, "SELECT id, s, n FROM {t} ORDER BY id"))
        .containsExactly("[1,[1,null],null]", "[2,[2,x],2026-01-02]");
  }

  @Test
  void anAppendTakesOverCommentsAndTheLossOfNotNull() {
    String first =
        struct(
            noted("id", "\"long\"", false, "key"),
            noted("name", "\"string\"", true, "who"),
            noted("s", struct(noted("x", "\"long\"", false, "deep")), true, ""));
    String then =
        struct(
            noted("id", "\"long\"", true, "the key"),
            noted("name", "\"string\"", true, ""),
            noted("s", struct(noted("x", "\"long\"", true, "deeper")), true, "new"),
            noted("added", "\"string\"", true, "late"));
    schemaCommit(first);
    schemaCommit(then);
    assertThat(TableSchema.stored(table.snapshot().schemaJson()).json())
        .isEqualTo(TableSchema.stored(then).json());

    schemaCommit(struct(noted("id", "\"long\"", false, "the key")));
    assertThat(table.snapshot().schemaJson()).isEqualTo(TableSchema.stored(then).json());
    assertThat(table.changes(1, 2).get(0).metadataChanged()).isFalse();
  }

  private void schemaCommit(String schema) {
    table.newTransaction(WriteMode.APPEND, "CHANGE TABLE").withSchema(schema).commit();
  }

  private static String noted(String name, String type, boolean nullable, String comment) {
    String metadata = comment.isEmpty() ? "{}" : "{\"comment\":\"" + comment + "\"}";
    return field(name, type)
        .replace(
            "\"nullable\":true,\"metadata\":{}}",
            "\"nullable\":" + nullable + ",\"metadata\":" + metadata + "}");
  }

  @Test
  void deltasPropertiesAreKnownInAnyCase() {
    table
        .newTransaction(WriteMode.APPEND, "CREATE TABLE")
        .withSchema(ID_AND_NAME)
        .withProperties(Map.of("delta.enablechangedatafeed", "true", "My.Own", "x"))
        .commit();

    assertThat(table.snapshot().properties())
        .containsOnly(Map.entry("delta.enableChangeDataFeed", "true"), Map.entry("My.Own", "x"));
    assertThat(SparkReader.rows(table, "DESCRIBE DETAIL {t}").get(0)).contains("changeDataFeed");
    assertThatThrownBy(
            () ->
                table
                    .newTransaction(WriteMode.APPEND, "CHANGE TABLE")
                    .withProperties(Map.of("DELTA.columnmapping.MODE", "name"))
                    .commit())
        .hasMessageContaining("delta.columnMapping.mode");
    table
        .newTransaction(WriteMode.APPEND, "CHANGE TABLE")
        .withoutProperties(List.of("delta.enableCHANGEdatafeed"))
        .commit();
    assertThat(table.snapshot().properties()).containsOnlyKeys("My.Own");
  }

  @Test
  void anAppendMayNotChangeATypeAndIsToldBothTypes() {
    append(table, 1);

    assertThatThrownBy(
            () ->
                table
                    .newTransaction(WriteMode.APPEND, "WRITE")
                    .withSchema(struct(field("id", "\"string\"")))
                    .commit())
        .isInstanceOf(ProjectException.class)
        .hasMessageContainingAll("INCOMPATIBLE_SCHEMA", "`id`", "BIGINT", "STRING");
  }

  @Test
  void propertiesAndDescriptionCanBeChangedAlone() {
    table
        .newTransaction(WriteMode.APPEND, "CREATE TABLE")
        .withSchema(ID_AND_NAME)
        .withProperties(Map.of("a", "1", "b", "2"))
        .withDescription("old")
        .commit();

    table
        .newTransaction(WriteMode.APPEND, "SET TBLPROPERTIES")
        .withProperties(Map.of("a", "3"))
        .withoutProperties(List.of("b"))
        .withDescription("")
        .commit();

    assertThat(table.snapshot().properties()).containsExactly(Map.entry("a", "3"));
    assertThat(table.snapshot().description()).isEmpty();
  }

  @Test
  void partitionValuesComeBackAlsoNullAndOddOnes() {
    String schema = struct(field("id", "\"long\""), field("day", "\"string\""));
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(schema)
        .withPartitionColumns(List.of("DAY"))
        .addFile(partitioned("a/b c%", 1))
        .addFile(partitioned(null, 2))
        .commit();

    assertThat(table.snapshot().partitionColumns()).containsExactly("day");
    assertThat(SparkReader.rows(table, "SELECT id, day FROM {t} ORDER BY id"))
        .containsExactly("[1,a/b c%]", "[2,null]");
    assertProblem(
        ProblemCode.INTERNAL_ERROR,
        () -> table.newTransaction(WriteMode.APPEND, "WRITE").addFile(row(table, 3)).commit());
  }

  private NewDataFile partitioned(@Nullable String day, long id) {
    NewDataFile file = write(table, "SELECT " + id + "::BIGINT AS id");
    Map<String, @Nullable String> values = new HashMap<>();
    values.put("day", day);
    return new NewDataFile(file.path(), file.size(), file.numRecords(), values, Optional.empty());
  }

  @Test
  void filesInFoldersWithBlanksAndUmlautsAreFound() throws IOException {
    DeltaTable odd = DeltaTable.at(folder.resolve("größe 100% +x"));
    NewDataFile file = row(odd, 1);
    Path inside = odd.path().resolve("day=a b%2F").resolve("ä.parquet");
    Files.createDirectories(inside.getParent());
    Files.move(file.path(), inside);
    odd.newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(ID_AND_NAME)
        .addFile(NewDataFile.of(inside, file.size(), 1))
        .commit();

    assertThat(odd.snapshot().files().get(0).path()).isEqualTo(inside).exists();
    assertThat(SparkReader.read(odd).count()).isEqualTo(1);
  }

  @Test
  void ofTwoWritersOfOneVersionExactlyOneWins() throws Exception {
    append(table, 0);
    int writers = 8;
    CyclicBarrier start = new CyclicBarrier(writers);
    ExecutorService pool = Executors.newFixedThreadPool(writers);
    try {
      Callable<Boolean> writer =
          () -> {
            // Own objects, as another process would have.
            DeltaTable mine = DeltaTable.at(table.path());
            TableTransaction transaction =
                mine.newTransaction(WriteMode.OVERWRITE, "WRITE")
                    .withReadVersion(0)
                    .addFile(row(mine, 1));
            start.await();
            try {
              transaction.commit();
              return true;
            } catch (ProjectException e) {
              assertThat(e).hasMessageContaining("COMMIT_CONFLICT");
              return false;
            }
          };
      List<Future<Boolean>> results =
          java.util.stream.IntStream.range(0, writers).mapToObj(i -> pool.submit(writer)).toList();
      assertThat(results.stream().filter(TableTransactionTest::get)).hasSize(1);
    } finally {
      pool.shutdownNow();
    }
    assertThat(table.snapshot().version()).isEqualTo(1);
    assertThat(table.snapshot().files()).hasSize(1);
  }

  private static boolean get(Future<Boolean> future) {
    try {
      return future.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aReadVersionThatHasPassedIsAConflict() {
    append(table, 1);

    assertProblem(
        ProblemCode.COMMIT_CONFLICT,
        () -> table.newTransaction(WriteMode.OVERWRITE, "WRITE").withReadVersion(-1).commit());
  }

  @Test
  void typesThatDeltaCannotStoreHereAreRefusedByName() {
    for (String type : List.of("\"void\"", "\"interval day\"", "\"varchar(3)\"")) {
      assertThatThrownBy(
              () ->
                  table
                      .newTransaction(WriteMode.APPEND, "WRITE")
                      .withSchema(struct(field("c", type), field("d", type)))
                      .commit())
          .isInstanceOfSatisfying(ProjectException.class, e -> assertThat(e.problems()).hasSize(2))
          .hasMessageContainingAll("`c`", "`d`", "TABLE_FEATURE_UNSUPPORTED");
    }
    assertThat(table.exists()).isFalse();
  }

  @Test
  void columnNamesThatDeltaRefusesAreRefused() {
    assertProblem(
        ProblemCode.INCOMPATIBLE_SCHEMA,
        () ->
            table
                .newTransaction(WriteMode.APPEND, "WRITE")
                .withSchema(struct(field("a b", "\"long\""), field("x", "\"long\"")))
                .commit());
    assertProblem(
        ProblemCode.INCOMPATIBLE_SCHEMA,
        () ->
            table
                .newTransaction(WriteMode.APPEND, "WRITE")
                .withSchema(struct(field("I", "\"long\""), field("i", "\"long\"")))
                .commit());
  }

  @Test
  void anAppendOnlyTableCannotBeOverwritten() {
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(ID_AND_NAME)
        .withProperties(Map.of("delta.appendOnly", "true"))
        .commit();

    assertProblem(
        ProblemCode.TABLE_NOT_RESETTABLE,
        () -> table.newTransaction(WriteMode.OVERWRITE, "WRITE").commit());
  }

  @Test
  void aFileOutsideTheTableIsRefused() {
    append(table, 1);
    NewDataFile foreign = row(DeltaTable.at(folder.resolve("other")), 1);

    assertProblem(
        ProblemCode.INTERNAL_ERROR,
        () -> table.newTransaction(WriteMode.APPEND, "WRITE").addFile(foreign).commit());
  }

  @Test
  void aTableThatWasDeletedAndMadeAnewIsNotTakenForTheOldOne() throws IOException {
    append(table, 1);
    append(table, 2);
    String id = table.snapshot().id();
    try (var files = Files.walk(table.path())) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
    }

    assertThat(table.findSnapshot()).isEmpty();
    assertThat(table.transactionVersion("f")).isEqualTo(OptionalLong.empty());
    append(DeltaTable.at(table.path()), 3);

    assertThat(table.snapshot().version()).isZero();
    assertThat(table.snapshot().id()).isNotEqualTo(id);
  }

  private static void assertProblem(ProblemCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> assertThat(e.problems()).extracting(p -> p.code()).containsOnly(code));
  }
}
