/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.autoloader.DiscoveredFile;
import io.lakeward.autoloader.MetadataField;
import io.lakeward.autoloader.VolumePaths;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of source files flow into DuckDB's vectors. */
class SourceFilesTest {
  private static final String TYPES =
      "b boolean, i int, l bigint, d double, m decimal(10,2), s string, dt date, ts timestamp, xs array<int>, st struct<x: int, y: string>, bi binary";

  @TempDir Path folder;
  private EmbeddedExecutor executor;

  @BeforeEach
  void start() {
    executor =
        new EmbeddedExecutor(
            EmbeddedSettings.inFolder(folder.resolve("spill"), "America/Los_Angeles"),
            CatalystSession.of(Map.of("spark.sql.session.timeZone", "America/Los_Angeles")).conf(),
            new VolumePaths(folder.resolve("volumes"), folder),
            Clock.systemUTC());
  }

  @AfterEach
  void stop() {
    executor.close();
  }

  @Test
  void everyTypeArrives() throws IOException {
    BoundPlan plan =
        json(
            TYPES,
            """
            {"b":true,"i":1,"l":20000000000,"d":1.5,"m":2.25,"s":"é\\"x","dt":"2020-02-29","ts":"2020-01-01T00:00:00Z","xs":[1,null],"st":{"x":1,"y":"z"},"bi":"AQI="}
            {"s":null}
            """);
    assertThat(text(plan))
        .containsExactly(
            "[true, 1, 20000000000, 1.5, 2.25, é\"x, 2020-02-29, 2020-01-01T00:00:00Z, [1, null], [1, z], 0102]",
            "[null, null, null, null, null, null, null, null, null, null, null]");
  }

  @Test
  void theRowsAreCountedAndWritten() throws IOException {
    String lines =
        IntStream.range(0, 20_000)
            .mapToObj(i -> "{\"id\":" + i + ",\"name\":\"n" + i % 7 + "\"}")
            .collect(Collectors.joining("\n"));
    BoundPlan plan = json("id bigint, name string", lines + "\n{broken\n");
    WriteResult result =
        executor.append(
            new WriteRequest(
                plan,
                List.of(),
                new WriteTarget(
                    new TableName("main", "default", "t"),
                    folder.resolve("t"),
                    StructType.fromDDL("id bigint, name string"),
                    List.of(),
                    Map.of(),
                    Optional.empty()),
                Optional.empty()),
            WriteListener.none());
    assertThat(result.rowsWritten()).isEqualTo(20_000);
    assertThat(result.rowsRead()).isEqualTo(20_000);
    assertThat(result.rowsMalformed()).isEqualTo(1);
  }

  @Test
  void metadataIsAColumn() throws IOException {
    Path file = folder.resolve("in.json");
    Files.writeString(file, "{\"i\":1}\n");
    StructType schema = StructType.fromDDL("i int").add("_metadata", MetadataField.structType());
    BoundPlan plan = bound(schema, StructType.fromDDL("i int"), file, Map.of());
    assertThat(executor.collect(plan, 10).rows().get(0).get(1).toString()).contains("in.json");
  }

  @Test
  void whatTheReaderThrewComesOut() throws IOException {
    Path file = folder.resolve("in.json");
    Files.writeString(file, "{\"i\":1}\n{broken\n");
    StructType schema = StructType.fromDDL("i int");
    BoundPlan plan = bound(schema, schema, file, Map.of("mode", "FAILFAST"));
    assertThatThrownBy(() -> executor.collect(plan, 10))
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("in.json")
        .hasMessageNotContaining("org.duckdb");
  }

  private BoundPlan json(String ddl, String text) throws IOException {
    Path file = folder.resolve("in.json");
    Files.writeString(file, text);
    StructType schema = StructType.fromDDL(ddl);
    return bound(schema, schema, file, Map.of());
  }

  private static BoundPlan bound(
      StructType output, StructType schema, Path file, Map<String, String> options)
      throws IOException {
    Map<String, String> all = new java.util.HashMap<>(options);
    all.put("format", "json");
    FileSource source = new FileSource(file.toString(), all);
    SourceRelation relation =
        new SourceRelation(
            SparkComparison.attributes(output), "f", new Source.Files(source, schema), false);
    List<DiscoveredFile> files =
        List.of(
            new DiscoveredFile(file, Files.size(file), Files.getLastModifiedTime(file).toMillis()));
    return new BoundPlan(relation, Map.of("f", new Slice.SourceFiles(source, schema, files)));
  }

  private List<String> text(BoundPlan plan) {
    return executor.collect(plan, 1000).rows().stream().map(SparkComparison::text).toList();
  }
}
