/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.autoloader.VolumePaths;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes into Delta tables, read back through the tables' own API. */
class TableWriterTest {
  private static final TableName NAME = new TableName("main", "default", "target");
  private static final String ROWS =
      "select * from values (1, 'a', 1.5D), (2, null, -1.0D), (3, 'c', null), (null, 'd', 4.0D) as v(id, name, amount)";

  @TempDir Path folder;
  private final CatalystSession session = CatalystSession.of(Map.of());
  private EmbeddedExecutor executor;
  private Path path;

  @BeforeEach
  void start() {
    path = folder.resolve("ta[r]get");
    executor =
        new EmbeddedExecutor(
            EmbeddedSettings.inFolder(folder.resolve("spill"), "UTC"),
            session.conf(),
            new VolumePaths(folder.resolve("volumes"), folder),
            Clock.systemUTC());
  }

  @AfterEach
  void stop() {
    executor.close();
  }

  @Test
  void appendCreatesTheTableAndItsRowsCanBeReadBack() {
    WriteResult result = append(ROWS, List.of(), "id int, name string, amount double", null);
    assertThat(result.version()).isZero();
    assertThat(result.rowsWritten()).isEqualTo(4);
    assertThat(result.rowsDropped()).isZero();
    assertThat(result.bytesWritten()).isPositive();
    assertThat(rows("id int, name string, amount double"))
        .containsExactlyInAnyOrder("[1, a, 1.5]", "[2, null, -1]", "[3, c, null]", "[null, d, 4]");
    DataFile file = DeltaTable.at(path).snapshot().files().get(0);
    assertThat(file.numRecords()).contains(4L);
  }

  @Test
  void everyFileHasExactBoundsOfNumbersTimesAndTexts() throws IOException {
    append(
        "select d, cast(d as float) as f, t, named_struct('x', d) as s, cast('2026-01-0' || i as date) as day from values"
            + " (1, 0.1D + 0.2D, repeat('b', 300)), (2, -1.0D / 3, 'ä'), (3, null, null) as v(i, d, t)",
        List.of(),
        "d double, f float, t string, s struct<x: double>, day date",
        null);
    String commit = Files.readString(path.resolve("_delta_log/00000000000000000000.json"));
    assertThat(commit.replace("\\\"", "\""))
        .contains(
            "\"minValues\":{\"d\":-0.3333333333333333,\"day\":\"2026-01-01\",\"f\":-0.33333334,"
                + "\"s\":{\"x\":-0.3333333333333333},\"t\":\""
                + "b".repeat(32)
                + "\"}",
            "\"maxValues\":{\"d\":0.30000000000000004,\"day\":\"2026-01-03\",\"f\":0.3,"
                + "\"s\":{\"x\":0.30000000000000004},\"t\":\"ä\"}",
            "\"nullCount\":{\"d\":1,\"day\":0,\"f\":1,\"s\":{\"x\":1},\"t\":1}");
  }

  @Test
  void columnsTheQueryLacksBecomeNullAndTheirOrderIsTheTables() {
    append(
        "select 'x' as name, 1 as id", List.of(), "id bigint, extra array<int>, name string", null);
    assertThat(rows("id bigint, extra array<int>, name string")).containsExactly("[1, null, x]");
  }

  @Test
  void filesFromBeforeAColumnWasAddedGiveNull() {
    append(
        "select 1 as id, named_struct('x', 1) as s", List.of(), "id int, s struct<x: int>", null);
    String wider = "id int, s struct<x: int, y: string>, more decimal(10,2)";
    append(
        "select 2 as id, named_struct('x', 2, 'y', 'q') as s, cast(1.5 as decimal(10,2)) as more",
        List.of(),
        wider,
        null);
    assertThat(rows(wider)).containsExactlyInAnyOrder("[1, [1, null], null]", "[2, [2, q], 1.50]");
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
  void anEmptyBatchCommitsItsMark() throws IOException {
    append(ROWS, List.of(), "id int, name string, amount double", new TransactionMark("flow", 1));
    WriteResult result =
        append(
            ROWS + " where id > 100",
            List.of(),
            "id int, name string, amount double",
            new TransactionMark("flow", 2));
    assertThat(result.rowsWritten()).isZero();
    assertThat(DeltaTable.at(path).transactionVersion("flow")).hasValue(2);
    assertThat(DeltaTable.at(path).snapshot().files()).hasSize(1);
    assertThat(parquetFiles()).hasSize(1);
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
  void aDivisionByZeroHasSparksName() throws IOException {
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
    assertThat(parquetFiles()).isEmpty();
  }

  @Test
  void partitionedTables() {
    write(
        true,
        "select * from values (1, 'a'), (2, 'b/c'), (3, null), (4, 'a') as v(id, p)",
        List.of(),
        "id int, p string",
        null,
        List.of("p"));
    assertThat(DeltaTable.at(path).snapshot().partitionColumns()).containsExactly("p");
    assertThat(rows("id int, p string"))
        .containsExactlyInAnyOrder("[1, a]", "[2, b/c]", "[3, null]", "[4, a]");
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

  record Rule(String name, String condition, ViolationAction action) {}

  private WriteResult append(
      String query, List<Rule> rules, String schema, @Nullable TransactionMark mark) {
    return write(true, query, rules, schema, mark, List.of());
  }

  private WriteResult write(
      boolean append,
      String query,
      List<Rule> rules,
      String schema,
      TransactionMark mark,
      List<String> partitions) {
    WriteRequest request = request(path, query, rules, schema, mark, partitions);
    return append
        ? executor.append(request, WriteListener.none())
        : executor.overwrite(request, WriteListener.none());
  }

  private WriteRequest request(
      Path target,
      String query,
      List<Rule> rules,
      String schema,
      TransactionMark mark,
      List<String> partitions) {
    LogicalPlan plan = analyze(query);
    List<RowRule> rowRules = new ArrayList<>();
    for (Rule rule : rules) {
      Expression parsed = session.parser().parseExpression(rule.condition());
      Filter filter =
          session.within(() -> (Filter) session.analyzer().execute(new Filter(parsed, plan)));
      rowRules.add(new RowRule(rule.name(), filter.condition(), rule.action()));
    }
    return new WriteRequest(
        new BoundPlan(plan, Map.of()),
        rowRules,
        new WriteTarget(
            NAME, target, StructType.fromDDL(schema), partitions, Map.of(), Optional.empty()),
        Optional.ofNullable(mark));
  }

  private LogicalPlan analyze(String query) {
    return session.within(
        () -> {
          LogicalPlan plan = session.analyzer().execute(session.parser().parsePlan(query));
          session.analyzer().checkAnalysis(plan);
          return plan;
        });
  }

  private List<String> rows(String ddl) {
    StructType schema = StructType.fromDDL(ddl);
    SourceRelation relation =
        new SourceRelation(
            SparkComparison.attributes(schema), "s", new Source.Table(NAME, schema), false);
    Slice slice = new Slice.TableFiles(DeltaTable.at(path).snapshot().files(), schema);
    return executor.collect(new BoundPlan(relation, Map.of("s", slice)), 1000).rows().stream()
        .map(SparkComparison::text)
        .toList();
  }

  private List<Path> parquetFiles() throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(path)) {
      return files
          .filter(
              p ->
                  p.getFileName().toString().startsWith("part-")
                      && !p.toString().contains("_delta_log"))
          .toList();
    }
  }
}
