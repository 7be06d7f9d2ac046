/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.TableCommit;
import io.lakeward.tables.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.Repartition;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** The files of a table and what its log says of them, whichever executor wrote them. */
@SuppressWarnings("NullAway") // as in tests
public abstract class TableFilesContract extends SourceFilesContract {
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
  void filesWithNarrowerTypesAreReadInTheTablesTypes() {
    DeltaTable table = DeltaTable.at(path);
    String narrow =
        "i int, b tinyint, f float, d decimal(5,2), s struct<x: smallint>, m map<int,"
            + " array<float>>, t date";
    append(
        "select 7 as i, 127Y as b, cast(1.5 as float) as f, 999.99 as d,"
            + " named_struct('x', 3S) as s, map(1, array(cast(0.5 as float))) as m,"
            + " date'1500-02-28' as t",
        List.of(),
        narrow,
        null);
    String wide =
        "i bigint, b int, f double, d decimal(20,4), s struct<x: bigint>,"
            + " m map<bigint, array<double>>, t timestamp_ntz";
    table
        .newTransaction(WriteMode.APPEND, "CHANGE TABLE")
        .withSchema(StructType.fromDDL(wide).json())
        .withProperties(Map.of("delta.enableTypeWidening", "true"))
        .commit();
    append(
        "select 3000000000 as i, 16777217.5D as f, 8Y as b, timestamp_ntz'2026-03-29 02:30:00' as t",
        List.of(),
        wide,
        null);
    assertThat(rows(wide))
        .containsExactlyInAnyOrder(
            "[7, 127, 1.5, 999.9900, [3], {1=[0.5]}, 1500-02-28T00:00]",
            "[3000000000, 8, 1.67772175E7, null, null, null, 2026-03-29T02:30]");
  }

  @Test
  void filesWithWholeNumbersAreReadAsNumbersWithFractions() {
    DeltaTable table = DeltaTable.at(path);
    append(
        "select 7 as j, 2000000000 as k, 9000000000000000000 as l, named_struct('y', 3S) as s",
        List.of(),
        "j int, k int, l bigint, s struct<y: smallint>",
        null);
    String wide = "j double, k decimal(12,2), l decimal(22,1), s struct<y: double>";
    table
        .newTransaction(WriteMode.APPEND, "CHANGE TABLE")
        .withSchema(StructType.fromDDL(wide).json())
        .withProperties(Map.of("delta.enableTypeWidening", "true"))
        .commit();
    append("select 0.5D as j, 1.25BD as k", List.of(), wide, null);
    assertThat(rows(wide))
        .containsExactlyInAnyOrder(
            "[7, 2000000000.00, 9000000000000000000.0, [3]]", "[0.5, 1.25, null, null]");
  }

  @Test
  void filesAreRewrittenWithoutAChangeOfRows() {
    String schema = "id int, name string, p string";
    for (String id : List.of("1", "2", "null")) {
      write(
          true,
          "select cast(%s as int) as id, 'ä' as name, 'b/c' as p".formatted(id),
          List.of(),
          schema,
          null,
          List.of("p"));
    }
    List<String> before = rows(schema);
    DeltaTable table = DeltaTable.at(path);
    List<DataFile> files = table.snapshot().files();
    StructType columns = StructType.fromDDL(schema);
    SourceRelation all = SourceRelation.read(new Source.Table(NAME, columns), "all", false);
    WriteRequest.Operation operation = new WriteRequest.Operation("OPTIMIZE", 2, files);
    WriteRequest request =
        new WriteRequest(
            new BoundPlan(
                new Repartition(1, false, all),
                Map.of("all", new Slice.TableFiles(files, columns))),
            List.of(),
            target(schema, List.of("p")),
            Optional.empty(),
            Optional.of(operation));

    executor.append(request, WriteListener.none());

    assertThat(rows(schema)).containsExactlyInAnyOrderElementsOf(before).hasSize(3);
    assertThat(table.snapshot().files()).hasSize(1);
    TableCommit commit = table.changes(2, 3).get(0);
    assertThat(commit.operation()).isEqualTo("OPTIMIZE");
    assertThat(commit.removed()).hasSize(3);
    assertThat(commit.appendedFiles()).isEmpty();
    assertThat(commit.changesExistingRows()).isFalse();
    assertThatThrownBy(() -> executor.append(request, WriteListener.none()))
        .as("the version that was read is not the newest any more")
        .isInstanceOf(ProjectException.class);
  }

  @Test
  void theTableSaysTheSameOfItselfWhoeverWroteIt() throws IOException {
    WriteTarget target =
        new WriteTarget(
            NAME,
            path,
            StructType.fromDDL("id int not null comment 'the key', p date, ts timestamp"),
            List.of("p"),
            Map.of("owner", "x", "delta.appendOnly", "false"),
            Optional.of("A table"));
    executor.overwrite(
        new WriteRequest(
            new BoundPlan(
                analyze(
                    "select 1 as id, date'2020-02-29' as p, timestamp'1850-01-01 12:00:00.123456'"
                        + " as ts"),
                Map.of()),
            List.of(),
            target,
            Optional.of(new TransactionMark("f", 3))),
        WriteListener.none());
    String log = Files.readString(path.resolve("_delta_log/00000000000000000000.json"));
    assertThat(log)
        .contains("\"path\":\"p=2020-02-29/part-")
        .contains("\"partitionValues\":{\"p\":\"2020-02-29\"}")
        .contains("\\\"numRecords\\\":1")
        .contains("\\\"minValues\\\":{\\\"id\\\":1,\\\"ts\\\":\\\"1850-01-01T19:52:58.123Z\\\"}")
        .contains("\\\"maxValues\\\":{\\\"id\\\":1,\\\"ts\\\":\\\"1850-01-01T19:52:58.124Z\\\"}")
        .contains("\"txn\":{\"appId\":\"f\",\"version\":3")
        .contains("\"description\":\"A table\"")
        .contains("\"owner\":\"x\"")
        .contains("\"partitionColumns\":[\"p\"]")
        .contains("\\\"comment\\\":\\\"the key\\\"");
    assertThat(rows("id int not null, p date, ts timestamp"))
        .containsExactly("[1, 2020-02-29, 1850-01-01T19:52:58.123456Z]");
  }

  @Test
  void everyFileHasExactBoundsOfNumbersTimesAndTexts() throws IOException {
    append(
        "select d, cast(d as float) as f, t, named_struct('x', d) as s, cast('2026-01-0' || i as"
            + " date) as day from values (1, 0.1D + 0.2D, repeat('b', 300)), (2, -1.0D / 3, 'ä'),"
            + " (3, null, null) as v(i, d, t)",
        List.of(),
        "d double, f float, t string, s struct<x: double>, day date",
        null);
    List<JsonNode> files = statistics();
    assertThat(bounds(files, "minValues", "/d")).contains("-0.3333333333333333");
    assertThat(bounds(files, "maxValues", "/d")).contains("0.30000000000000004");
    assertThat(bounds(files, "minValues", "/s/x")).contains("-0.3333333333333333");
    assertThat(bounds(files, "minValues", "/f")).contains("-0.33333334");
    assertThat(bounds(files, "minValues", "/day")).contains("2026-01-01");
    assertThat(bounds(files, "maxValues", "/day")).contains("2026-01-03");
    assertThat(bounds(files, "minValues", "/t")).contains("b".repeat(32));
    assertThat(bounds(files, "maxValues", "/t")).contains("ä");
    assertThat(files.stream().mapToInt(file -> file.at("/nullCount/d").asInt()).sum()).isEqualTo(1);
    assertThat(files.stream().mapToInt(file -> file.at("/nullCount/s/x").asInt()).sum())
        .isEqualTo(1);
  }

  @Test
  void aFileWithNotANumberHidesNoRowByItsBounds() throws IOException {
    append(
        "select explode(array(double('1.0'), double('NaN'), double('-0.0'))) as d",
        List.of(),
        "d double",
        null);
    assertThat(bounds(statistics(), "maxValues", "/d"))
        .as("no bound, or one that NaN is not above")
        .doesNotContain("1.0");
  }

  private List<JsonNode> statistics() throws IOException {
    List<JsonNode> files = new ArrayList<>();
    ObjectMapper json = new ObjectMapper();
    for (String line : Files.readAllLines(path.resolve("_delta_log/00000000000000000000.json"))) {
      JsonNode stats = json.readTree(line).at("/add/stats");
      if (stats.isTextual()) {
        files.add(json.readTree(stats.asText()));
      }
    }
    return files;
  }

  private static List<String> bounds(List<JsonNode> files, String kind, String column) {
    return files.stream()
        .map(file -> file.path(kind).at(column))
        .filter(bound -> !bound.isMissingNode())
        .map(JsonNode::asText)
        .toList();
  }
}
