/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.lakeward.autoloader.options.StreamReading;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/**
 * What every executor does, run on each of them: the port is only a port if nobody can tell which
 * engine is behind it.
 */
@SuppressWarnings("NullAway") // as in tests
public abstract class ExecutorContract extends TableFilesContract {
  private static final String ROWS =
      "select * from values (1, 'a', 1.5D), (2, null, -1.0D), (3, 'c', null), (null, 'd', 4.0D) as"
          + " v(id, name, amount)";

  @Test
  void appendCreatesTheTableAndItsRowsCanBeReadBack() {
    WriteResult result = append(ROWS, List.of(), "id int, name string, amount double", null);
    assertThat(result.version()).isZero();
    assertThat(result.rowsWritten()).isEqualTo(4);
    assertThat(result.rowsDropped()).isZero();
    assertThat(result.bytesWritten()).isPositive();
    assertThat(rows("id int, name string, amount double"))
        .containsExactlyInAnyOrder("[1, a, 1.5]", "[2, null, -1]", "[3, c, null]", "[null, d, 4]");
    assertThat(DeltaTable.at(path).snapshot().files())
        .extracting(file -> file.numRecords().orElse(0L))
        .satisfies(records -> assertThat(sum(records)).isEqualTo(4));
  }

  @Test
  void columnsTheQueryLacksBecomeNullAndTheirOrderIsTheTables() {
    append(
        "select 'x' as name, 1 as id", List.of(), "id bigint, extra array<int>, name string", null);
    assertThat(rows("id bigint, extra array<int>, name string")).containsExactly("[1, null, x]");
  }

  @Test
  void rulesCountEachRowAndDropIt() {
    WriteResult result =
        append(
            ROWS,
            List.of(
                new Rule("has_id", "id is not null", ViolationAction.DROP_ROW),
                new Rule("positive", "amount > 0", ViolationAction.WARN),
                new Rule("named", "name is not null", ViolationAction.DROP_ROW)),
            "id int, name string, amount double",
            null);
    assertThat(result.rules())
        .containsExactly(
            new RuleCount("has_id", 3, 1),
            new RuleCount("positive", 2, 2),
            new RuleCount("named", 3, 1));
    assertThat(result.rowsDropped()).isEqualTo(2);
    assertThat(result.rowsWritten()).isEqualTo(2);
    assertThat(rows("id int, name string, amount double"))
        .containsExactlyInAnyOrder("[1, a, 1.5]", "[3, c, null]");
  }

  @Test
  void aBrokenRuleThatFailsLeavesNothingBehind() throws IOException {
    ExpectationViolationException failure =
        catchThrowableOfType(
            ExpectationViolationException.class,
            () ->
                append(
                    ROWS,
                    List.of(
                        new Rule("positive", "amount > 0", ViolationAction.FAIL_UPDATE),
                        new Rule("has_id", "id is not null", ViolationAction.WARN)),
                    "id int, name string, amount double",
                    null));
    assertThat(failure.rule()).isEqualTo("positive");
    assertThat(failure.counts())
        .containsExactly(new RuleCount("positive", 2, 2), new RuleCount("has_id", 3, 1));
    assertThat(parquetFiles()).isEmpty();
    assertThat(DeltaTable.at(path).exists()).isFalse();
  }

  @Test
  void aViolationIsToldEvenIfItsRowsCannotBeLookedUp() {
    // No JSON object has one name twice.
    String query = "select -1 as n, 1 as x, 2 as X";
    assertThatThrownBy(
            () ->
                append(
                    query,
                    List.of(new Rule("positive", "n > 0", ViolationAction.FAIL_UPDATE)),
                    "n int, x int",
                    null))
        .isInstanceOf(ExpectationViolationException.class)
        .hasMessageContaining("positive");
  }

  @Test
  void manyRowsAreCountedOnce() {
    WriteResult result =
        append(
            "select id, id % 10 as k from range(300000)",
            List.of(
                new Rule("a", "k > 0", ViolationAction.DROP_ROW),
                new Rule("b", "id >= 0", ViolationAction.WARN)),
            "id bigint, k bigint",
            null);
    assertThat(result.rules())
        .containsExactly(new RuleCount("a", 270000, 30000), new RuleCount("b", 300000, 0));
    assertThat(result.rowsWritten()).isEqualTo(270000);
    assertThat(result.rowsDropped()).isEqualTo(30000);
  }

  @Test
  void rowsThatBreakRulesAndAreKeptAreCountedOnceToo() {
    WriteResult result =
        append(
            "select id, id % 10 as k, id as twin from range(300000)",
            List.of(
                new Rule("a", "k > 0", ViolationAction.WARN),
                new Rule("b", "id >= 0", ViolationAction.FAIL_UPDATE)),
            "id bigint, k bigint, twin bigint",
            null);
    assertThat(result.rules())
        .containsExactly(new RuleCount("a", 270000, 30000), new RuleCount("b", 300000, 0));
    assertThat(result.rowsWritten()).isEqualTo(300000);
    assertThat(result.rowsDropped()).isZero();
  }

  @Test
  void anEmptyBatchCommitsItsMark() throws IOException {
    append(ROWS, List.of(), "id int, name string, amount double", new TransactionMark("flow", 1));
    List<DataFile> before = DeltaTable.at(path).snapshot().files();
    WriteResult result =
        append(
            ROWS + " where id > 100",
            List.of(),
            "id int, name string, amount double",
            new TransactionMark("flow", 2));
    assertThat(result.rowsWritten()).isZero();
    assertThat(DeltaTable.at(path).transactionVersion("flow")).hasValue(2);
    assertThat(DeltaTable.at(path).snapshot().files()).isEqualTo(before);
    assertThat(parquetFiles()).hasSameSizeAs(before);
  }

  @Test
  void overwriteReplacesRowsAndSchema() {
    append(ROWS, List.of(), "id int, name string, amount double", null);
    write(false, "select 7 as other", List.of(), "other int", null, List.of());
    assertThat(rows("other int")).containsExactly("[7]");
    write(false, "select 7 as other where false", List.of(), "other int", null, List.of());
    assertThat(DeltaTable.at(path).snapshot().files()).isEmpty();
    assertThat(rows("other int")).isEmpty();
  }

  @Test
  void aNullInANotNullColumnIsNamed() throws IOException {
    assertThatThrownBy(
            () -> append(ROWS, List.of(), "id int not null, name string, amount double", null))
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("`id`")
        .hasMessageContaining("NOT NULL");
    assertThat(parquetFiles()).isEmpty();
    WriteResult result =
        append(
            ROWS,
            List.of(new Rule("has_id", "id is not null", ViolationAction.DROP_ROW)),
            "id int not null, name string, amount double",
            null);
    assertThat(result.rowsWritten()).isEqualTo(3);
  }

  @Test
  void aDivisionByZeroHasSparksName() {
    assertThatThrownBy(
            () ->
                append(
                    "select id, 1 / (id - 1) as q from range(3)",
                    List.of(),
                    "id bigint, q double",
                    null))
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("DIVIDE_BY_ZERO")
        .satisfies(
            e ->
                assertThat(((ProjectException) e).problems().get(0).code())
                    .isEqualTo(ProblemCode.QUERY_FAILED));
    // Other tasks of the write may end, and clean up, after the failure is known.
    await().untilAsserted(() -> assertThat(parquetFiles()).isEmpty());
  }

  @Test
  void SQL_95_pathsIntoJsonTextGiveTheSameValues() {
    String query =
        """
        SELECT id, raw:NAME, raw:['NAME'] AS exact, raw:items[*].price AS prices, raw:items[0].price::int AS first
        FROM (SELECT id, concat(raw, repeat(' ', id)) AS raw FROM VALUES
          (1, '{"name": "ä", "items": [{"Price": 5}, {"price": "x"}, {}]}'), (2, '{"Name": null}'),
          (3, 'no json'), (4, NULL), (5, '') AS t(id, raw))
        """;
    assertThat(rows(new BoundPlan(analyze(query), Map.of())))
        .containsExactlyInAnyOrder(
            "[1, ä, null, [5,\"x\",null], 5]",
            "[2, null, null, null, null]",
            "[3, null, null, null, null]",
            "[4, null, null, null, null]",
            "[5, null, null, null, null]");
  }

  @Test
  void severalWritesAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<WriteResult>> results = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Path target = folder.resolve("t" + i);
        results.add(
            threads.submit(
                () ->
                    executor.append(
                        request(
                            target,
                            "select id from range(50000)",
                            List.of(new Rule("r", "id >= 10", ViolationAction.DROP_ROW)),
                            "id bigint",
                            null,
                            List.of()),
                        WriteListener.none())));
      }
      for (Future<WriteResult> result : results) {
        assertThat(result.get().rowsWritten()).isEqualTo(49990);
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void oneTableObjectServesManyBatches() {
    for (int batch = 1; batch <= 12; batch++) {
      WriteResult result =
          append(
              "select " + batch + " as id", List.of(), "id int", new TransactionMark("f", batch));
      assertThat(result.version()).isEqualTo(batch - 1L);
    }
    // Another process writes, and then the table is made anew.
    DeltaTable.at(path).newTransaction(WriteMode.APPEND, "WRITE").commit();
    assertThat(append("select 0 as id", List.of(), "id int", null).version()).isEqualTo(13);
    assertThat(rows("id int")).hasSize(13);
  }

  @Test
  void aBatchThatIsThereAlreadyLeavesNoFiles() throws IOException {
    append("select 1 as id", List.of(), "id int", new TransactionMark("f", 1));
    assertThatThrownBy(
            () -> append("select 1 as id", List.of(), "id int", new TransactionMark("f", 1)))
        .isInstanceOf(ProjectException.class);
    assertThat(parquetFiles()).hasSize(1);
  }

  @Test
  void A5_anUnknownFieldEndsTheReadingOfAStreamAndNothingIsCommitted() throws IOException {
    Path file = folder.resolve("in.json");
    Files.writeString(file, "{\"i\":1}\n{\"i\":2,\"j\":3}\n");
    StructType schema = StructType.fromDDL("i int");
    BoundPlan batch = bound(schema, schema, file, Map.of());
    BoundPlan stream =
        bound(
            schema, schema, file, StreamReading.stopping(new FileSource("x", Map.of())).options());
    assertThatThrownBy(
            () ->
                executor.append(
                    new WriteRequest(
                        stream, List.of(), target("i int", List.of()), Optional.empty()),
                    WriteListener.none()))
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> {
              assertThat(e.problems().get(0).code()).isEqualTo(ProblemCode.UNKNOWN_FIELD_EXCEPTION);
              assertThat(e.problems().get(0).message()).contains("[j]", "in.json (line 2)");
              assertThat(e.problems().get(0).fix()).isPresent();
            });
    assertThat(DeltaTable.at(path).exists()).isFalse();
    assertThat(rows(batch)).containsExactlyInAnyOrder("[1]", "[2]");
  }

  @Test
  void aLimitTellsThatThereIsMore() {
    BoundPlan plan = new BoundPlan(analyze("select id from range(10)"), Map.of());
    assertThat(executor.collect(plan, 3).rows()).hasSize(3);
    assertThat(executor.collect(plan, 3).truncated()).isTrue();
    assertThat(executor.collect(plan, 10).truncated()).isFalse();
  }

  @Test
  void aFailureBeforeTheCommitLeavesTheTableAsItWas() throws IOException {
    append(ROWS, List.of(), "id int, name string, amount double", new TransactionMark("f", 0));
    List<Path> before = parquetFiles();
    WriteListener dies =
        () -> {
          throw new IllegalStateException("the process ends here");
        };
    WriteRequest next =
        request(
            path,
            ROWS,
            List.of(),
            "id int, name string, amount double",
            new TransactionMark("f", 1),
            List.of());
    assertThatThrownBy(() -> executor.append(next, dies)).isInstanceOf(IllegalStateException.class);
    assertThat(DeltaTable.at(path).latestVersion()).hasValue(0);
    assertThat(DeltaTable.at(path).transactionVersion("f")).hasValue(0);
    assertThat(parquetFiles()).isEqualTo(before);

    assertThat(executor.append(next, WriteListener.none()).version()).isEqualTo(1);
    assertThat(rows("id int, name string, amount double")).hasSize(8);
  }

  /** What all files say; an engine may write one row to each. */
}
