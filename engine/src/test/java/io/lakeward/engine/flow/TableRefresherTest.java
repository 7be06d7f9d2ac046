/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.engine.executor.ChosenEngine;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.source.SourceFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.Warehouse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

class TableRefresherTest {
  private static final TableName TARGET = new TableName("main", "default", "t");
  private static final TableName UPSTREAM = new TableName("main", "default", "up");
  private static final StructType SCHEMA = StructType.fromDDL("id INT");

  @TempDir Path folder;

  private final ScriptedExecutor executor = new ScriptedExecutor();
  private final RecordedProgress progress = new RecordedProgress();
  private List<DiscoveredFile> listing = List.of();
  private int maxFiles = 1000;
  private Map<String, String> options = Map.of();

  @Test
  void eachFileIsReadOnceInBatchesOfTheLimit() {
    maxFiles = 2;
    listing = List.of(file("/a"), file("/b"), file("/c"));

    streamFiles().refresh(false);

    assertThat(filesOf(executor.requests.get(0))).containsExactly(file("/a"), file("/b"));
    assertThat(filesOf(executor.requests.get(1))).containsExactly(file("/c"));
    assertThat(marks()).extracting(TransactionMark::version).containsExactly(0L, 1L);

    listing = List.of(file("/a"), file("/b"), file("/c"), file("/d"));
    streamFiles().refresh(false);

    assertThat(executor.requests).hasSize(3);
    assertThat(filesOf(executor.requests.get(2))).containsExactly(file("/d"));
  }

  @Test
  void nothingNewMeansNoCommitAndAnIdleFlow() {
    listing = List.of(file("/a"));
    streamFiles().refresh(false);
    long version = services().table(TARGET).latestVersion().orElseThrow();

    streamFiles().refresh(false);

    assertThat(services().table(TARGET).latestVersion()).hasValue(version);
    assertThat(progress.idle).containsExactly(false, true);
  }

  @Test
  void aTableExistsAfterItsFirstUpdateEvenWithoutRows() {
    streamFiles().refresh(false);

    assertThat(services().table(TARGET).exists()).isTrue();
    assertThat(executor.requests).isEmpty();
    streamFiles().refresh(false);
    assertThat(services().table(TARGET).latestVersion()).hasValue(0);
  }

  @Test
  void aBatchThatDiedBeforeItsCommitIsReplayedWithTheSameFiles() {
    listing = List.of(file("/a"));
    executor.failure = ScriptedExecutor.Failure.BEFORE_COMMIT;
    assertThatThrownBy(() -> streamFiles().refresh(false)).hasMessageContaining("died");

    executor.failure = ScriptedExecutor.Failure.NONE;
    listing = List.of(file("/a"), file("/b"));
    streamFiles().refresh(false);

    assertThat(executor.requests).hasSize(3);
    assertThat(filesOf(executor.requests.get(1))).containsExactly(file("/a"));
    assertThat(marks().get(1)).isEqualTo(marks().get(0));
    assertThat(filesOf(executor.requests.get(2))).containsExactly(file("/b"));
  }

  @Test
  void AL_24_aFailedBatchIsPlannedAnewWhenAFileOfItWasRemoved() throws Exception {
    DiscoveredFile broken = file("/broken");
    listing = List.of(file("/a"), broken);
    executor.failure = ScriptedExecutor.Failure.BEFORE_COMMIT;
    assertThatThrownBy(() -> streamFiles().refresh(false)).hasMessageContaining("died");

    executor.failure = ScriptedExecutor.Failure.NONE;
    java.nio.file.Files.delete(broken.path());
    listing = List.of(file("/a"));
    streamFiles().refresh(false);
    streamFiles().refresh(false);

    assertThat(executor.requests).hasSize(2);
    assertThat(filesOf(executor.requests.get(1))).containsExactly(file("/a"));
  }

  @Test
  void aFailedBatchWhoseOnlyFileWasRemovedIsForgotten() throws Exception {
    DiscoveredFile broken = file("/broken");
    listing = List.of(broken);
    executor.failure = ScriptedExecutor.Failure.BEFORE_COMMIT;
    assertThatThrownBy(() -> streamFiles().refresh(false)).hasMessageContaining("died");

    executor.failure = ScriptedExecutor.Failure.NONE;
    java.nio.file.Files.delete(broken.path());
    listing = List.of();
    streamFiles().refresh(false);
    listing = List.of(file("/b"));
    streamFiles().refresh(false);

    assertThat(executor.requests).hasSize(2);
    assertThat(filesOf(executor.requests.get(1))).containsExactly(file("/b"));
  }

  @Test
  void AL_21_aChangedFileIsReadAgainOnlyIfOverwritesAreAllowed() {
    listing = List.of(file("/a"));
    streamFiles().refresh(false);
    listing = List.of(file("/a", 20));
    streamFiles().refresh(false);
    assertThat(executor.requests).hasSize(1);

    options = Map.of("allowOverwrites", "true");
    streamFiles().refresh(false);
    streamFiles().refresh(false);
    assertThat(executor.requests).hasSize(2);
    assertThat(filesOf(executor.requests.get(1))).containsExactly(file("/a", 20));
  }

  @Test
  void AL_22_existingFilesAreLeftOutAtTheFirstStartOnly() {
    options = Map.of("includeExistingFiles", "false");
    listing = List.of(file("/old"));
    streamFiles().refresh(false);
    listing = List.of(file("/old"), file("/new"));
    streamFiles().refresh(false);
    options = Map.of("includeExistingFiles", "true");
    streamFiles().refresh(false);

    assertThat(
            executor.requests.stream()
                .flatMap(request -> filesOf(request).stream())
                .map(DiscoveredFile::path))
        .containsExactly(file("/new").path());
  }

  @Test
  void aBatchThatDiedAfterItsCommitIsNotRunAgain() {
    listing = List.of(file("/a"));
    executor.failure = ScriptedExecutor.Failure.AFTER_COMMIT;
    assertThatThrownBy(() -> streamFiles().refresh(false)).hasMessageContaining("died");

    executor.failure = ScriptedExecutor.Failure.NONE;
    streamFiles().refresh(false);

    assertThat(executor.requests).hasSize(1);
  }

  @Test
  void REF_2_aFullRefreshEmptiesTheTableOnceAndReadsEverythingAgain() {
    listing = List.of(file("/a"));
    streamFiles().refresh(false);
    executor.failure = ScriptedExecutor.Failure.BEFORE_COMMIT;
    assertThatThrownBy(() -> streamFiles().refresh(true)).hasMessageContaining("died");
    long emptied = services().table(TARGET).latestVersion().orElseThrow();

    executor.failure = ScriptedExecutor.Failure.NONE;
    streamFiles().refresh(false);

    assertThat(services().table(TARGET).history(10))
        .extracting(h -> h.version() + " " + h.operation())
        .contains(emptied + " FULL REFRESH");
    assertThat(
            services().table(TARGET).history(10).stream()
                .filter(h -> h.operation().equals("FULL REFRESH")))
        .hasSize(1);
    assertThat(filesOf(executor.requests.get(2))).containsExactly(file("/a"));
    assertThat(marks().get(2).appId()).isNotEqualTo(marks().get(0).appId());
  }

  @Test
  void CON_10_aTableThatSomethingElseMadeIsLeftAlone() {
    services()
        .table(TARGET)
        .newTransaction(io.lakeward.tables.WriteMode.APPEND, "CREATE TABLE")
        .withSchema(SCHEMA.json())
        .commit();

    assertThatThrownBy(() -> streamFiles().refresh(false))
        .hasMessageContaining("TABLE_OWNED_BY_ANOTHER")
        .hasMessageContaining("main.default.t");
    assertThat(services().table(TARGET).latestVersion()).hasValue(0);
  }

  @Test
  void afterAFullRefreshAStrangersTableIsStillLeftAlone() throws Exception {
    listing = List.of(file("/a"));
    streamFiles().refresh(false);
    streamFiles().refresh(true);
    Path path = services().table(TARGET).path();
    java.nio.file.Files.move(path, folder.resolve("moved away"));
    DeltaTable.at(path)
        .newTransaction(io.lakeward.tables.WriteMode.APPEND, "CREATE TABLE")
        .withSchema(SCHEMA.json())
        .commit();

    assertThatThrownBy(() -> streamFiles().refresh(false))
        .hasMessageContaining("TABLE_OWNED_BY_ANOTHER");
  }

  @Test
  void aStreamedTableThatWasPutBackToAnOlderStateFailsTheFlow() throws Exception {
    append(UPSTREAM);
    append(UPSTREAM);
    streamTable().refresh(false);
    java.nio.file.Files.delete(
        services().table(UPSTREAM).path().resolve("_delta_log/00000000000000000001.json"));

    assertThatThrownBy(() -> streamTable().refresh(false))
        .hasMessageContaining("SOURCE_TABLE_CHANGED")
        .hasMessageContaining("put back to an older state");
  }

  @Test
  void SQL_28_aCommentThatTheDefinitionNoLongerHasIsRemovedOnce() {
    streamFiles().refresh(false);
    services()
        .table(TARGET)
        .newTransaction(io.lakeward.tables.WriteMode.APPEND, "ALTER")
        .withDescription("by hand")
        .withProperties(Map.of("owner", "somebody"))
        .commit();

    streamFiles().refresh(false);
    long settled = services().table(TARGET).latestVersion().orElseThrow();
    streamFiles().refresh(false);

    assertThat(services().table(TARGET).snapshot().description().orElse("")).isEmpty();
    assertThat(services().table(TARGET).snapshot().properties()).doesNotContainKey("owner");
    assertThat(services().table(TARGET).latestVersion()).hasValue(settled);
  }

  @Test
  void aStreamedTableIsReadFromWhereTheLastBatchEnded() {
    append(UPSTREAM);
    append(UPSTREAM);
    streamTable().refresh(false);
    append(UPSTREAM);

    streamTable().refresh(false);
    streamTable().refresh(false);

    assertThat(executor.requests).hasSize(2);
    assertThat(marks()).extracting(TransactionMark::version).containsExactly(0L, 1L);
  }

  @Test
  void SQL_23_aStreamedTableWhoseRowsWereReplacedFailsTheFlow() {
    append(UPSTREAM);
    streamTable().refresh(false);
    addFileTo(UPSTREAM);
    streamTable().refresh(false);
    services()
        .table(UPSTREAM)
        .newTransaction(io.lakeward.tables.WriteMode.OVERWRITE, "WRITE")
        .withSchema(SCHEMA.json())
        .commit();

    assertThatThrownBy(() -> streamTable().refresh(false))
        .hasMessageContaining("SOURCE_TABLE_CHANGED")
        .hasMessageContaining("main.default.up");
  }

  @Test
  void MV_4_aViewWhoseSourcesAndDefinitionAreUnchangedIsNotWritten() {
    append(UPSTREAM);
    view("v1").refresh(false);
    view("v1").refresh(false);
    assertThat(executor.requests).hasSize(1);

    append(UPSTREAM);
    view("v1").refresh(false);
    assertThat(executor.requests).hasSize(2);

    view("v2").refresh(false);
    assertThat(executor.requests).hasSize(3);
  }

  private TableRefresher streamFiles() {
    Source source = new Source.Files(new FileSource("/landing", options()), SCHEMA);
    return new StreamingTableRefresher(
        dataset(DatasetKind.STREAMING_TABLE),
        List.of(flow(FlowKind.APPEND, source, true)),
        SCHEMA,
        noDefinition(),
        services(),
        progress);
  }

  private static java.util.function.Function<ResolvedFlow, QueryDefinition> noDefinition() {
    return flow -> {
      throw new AssertionError("not asked for streams");
    };
  }

  private Map<String, String> options() {
    Map<String, String> all = new java.util.HashMap<>(options);
    all.put("maxFilesPerTrigger", "" + maxFiles);
    return all;
  }

  private TableRefresher streamTable() {
    return new StreamingTableRefresher(
        dataset(DatasetKind.STREAMING_TABLE),
        List.of(flow(FlowKind.APPEND, new Source.Table(UPSTREAM, SCHEMA), true)),
        SCHEMA,
        noDefinition(),
        services(),
        progress);
  }

  private TableRefresher view(String definition) {
    return new MaterializedViewRefresher(
        flow(FlowKind.REFRESH, new Source.Table(UPSTREAM, SCHEMA), false),
        SCHEMA,
        new QueryDefinition(definition, true),
        services(),
        progress);
  }

  private static ResolvedFlow flow(FlowKind kind, Source source, boolean streaming) {
    DatasetKind target =
        kind == FlowKind.REFRESH ? DatasetKind.MATERIALIZED_VIEW : DatasetKind.STREAMING_TABLE;
    SourceFile file = new SourceFile("t.sql", "query");
    SourceRelation relation = new SourceRelation(attributes(), "source#0", source, streaming);
    return new ResolvedFlow(
        new Flow(
            kind,
            TARGET,
            TARGET,
            new SqlText(file.span(0, 5), "query", "main", "default", Map.of()),
            Optional.empty(),
            file.span(0, 5)),
        dataset(target),
        relation,
        SCHEMA,
        List.of(relation),
        List.of());
  }

  private static scala.collection.immutable.Seq<Attribute> attributes() {
    List<Attribute> attributes = new ArrayList<>();
    for (StructField field : SCHEMA.fields()) {
      attributes.add(
          new AttributeReference(
              field.name(),
              field.dataType(),
              true,
              Metadata.empty(),
              NamedExpression.newExprId(),
              CollectionConverters.asScala(new ArrayList<String>()).toSeq()));
    }
    return CollectionConverters.asScala(attributes).toSeq();
  }

  private static Dataset dataset(DatasetKind kind) {
    return new Dataset(
        kind,
        TARGET,
        List.of(),
        List.of(),
        Optional.empty(),
        Map.of(),
        List.of(),
        List.of(),
        false,
        new SourceFile("t.sql", "query").span(0, 5));
  }

  private void append(TableName table) {
    services()
        .table(table)
        .newTransaction(io.lakeward.tables.WriteMode.APPEND, "WRITE")
        .withSchema(SCHEMA.json())
        .withTransactionVersion(java.util.UUID.randomUUID().toString(), 1)
        .commit();
  }

  private void addFileTo(TableName table) {
    DeltaTable delta = services().table(table);
    Path file = delta.newDataFilePath();
    try {
      java.nio.file.Files.writeString(file, "rows");
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    delta
        .newTransaction(io.lakeward.tables.WriteMode.APPEND, "WRITE")
        .addFile(io.lakeward.tables.NewDataFile.of(file, 4, 1))
        .commit();
  }

  private List<TransactionMark> marks() {
    return executor.requests.stream().map(r -> r.mark().orElseThrow()).toList();
  }

  private static List<DiscoveredFile> filesOf(WriteRequest request) {
    return ((Slice.SourceFiles) request.query().slices().values().iterator().next()).files();
  }

  /** A file that is there, as it will be found. */
  private DiscoveredFile file(String name) {
    return file(name, 10);
  }

  private DiscoveredFile file(String name, int size) {
    Path path = folder.resolve("landing" + name);
    try {
      java.nio.file.Files.createDirectories(path.getParent());
      java.nio.file.Files.write(path, new byte[size]);
      java.nio.file.Files.setLastModifiedTime(
          path, java.nio.file.attribute.FileTime.fromMillis(1000));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return new DiscoveredFile(path, size, 1000);
  }

  private RefreshServices services() {
    Warehouse warehouse = new Warehouse(folder.resolve("warehouse"));
    return new RefreshServices() {
      @Override
      public Path eventsOf(String pipelineId) {
        return folder.resolve("events");
      }

      @Override
      public ChosenEngine engine(ResolvedFlow flow) {
        return new ChosenEngine(executor, "there is no other", "");
      }

      @Override
      public DeltaTable table(TableName name) {
        return warehouse.table(name);
      }

      @Override
      public List<DiscoveredFile> list(FileSource source) {
        return listing;
      }

      @Override
      public FileAddresses addresses() {
        return new FileAddresses(folder.resolve("volumes"), folder);
      }

      @Override
      public Path stateOf(TableName table) {
        return folder.resolve("state").resolve(StateNames.fileName(table.toString()));
      }
    };
  }

  private static final class RecordedProgress implements TableProgress {
    final List<Boolean> idle = new ArrayList<>();

    @Override
    public void planning(Flow flow) {}

    @Override
    public void running(Flow flow) {}

    @Override
    public void committed(Flow flow, long batch, WriteResult result, List<RowRule> rules) {}

    @Override
    public void completed(Flow flow, boolean wasIdle) {
      idle.add(wasIdle);
    }

    @Override
    public void altered(long version) {}
  }
}
