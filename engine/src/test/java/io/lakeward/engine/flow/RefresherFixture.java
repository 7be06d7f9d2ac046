/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

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
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/** One table over files or over another table, and an executor that writes what it is told. */
@SuppressWarnings("NullAway") // as in tests
abstract class RefresherFixture {
  static final TableName TARGET = new TableName("main", "default", "t");
  static final TableName UPSTREAM = new TableName("main", "default", "up");
  static final StructType SCHEMA = StructType.fromDDL("id INT");

  @TempDir Path folder;

  final ScriptedExecutor executor = new ScriptedExecutor();
  final RecordedProgress progress = new RecordedProgress();
  List<DiscoveredFile> listing = List.of();
  int maxFiles = 1000;
  Map<String, String> options = Map.of();

  TableRefresher streamFiles() {
    Source source = new Source.Files(new FileSource("/landing", options()), SCHEMA);
    return new StreamingTableRefresher(
        dataset(DatasetKind.STREAMING_TABLE),
        List.of(flow(FlowKind.APPEND, source, true)),
        SCHEMA,
        noDefinition(),
        services(),
        progress);
  }

  static java.util.function.Function<ResolvedFlow, QueryDefinition> noDefinition() {
    return flow -> {
      throw new AssertionError("not asked for streams");
    };
  }

  Map<String, String> options() {
    Map<String, String> all = new java.util.HashMap<>(options);
    all.put("maxFilesPerTrigger", "" + maxFiles);
    return all;
  }

  TableRefresher streamTable() {
    return new StreamingTableRefresher(
        dataset(DatasetKind.STREAMING_TABLE),
        List.of(flow(FlowKind.APPEND, new Source.Table(UPSTREAM, SCHEMA), true)),
        SCHEMA,
        noDefinition(),
        services(),
        progress);
  }

  TableRefresher view(String definition) {
    return new MaterializedViewRefresher(
        flow(FlowKind.REFRESH, new Source.Table(UPSTREAM, SCHEMA), false),
        SCHEMA,
        new QueryDefinition(definition, true),
        services(),
        progress);
  }

  static ResolvedFlow flow(FlowKind kind, Source source, boolean streaming) {
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

  static scala.collection.immutable.Seq<Attribute> attributes() {
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

  static Dataset dataset(DatasetKind kind) {
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
        new SourceFile("t.sql", "query").span(0, 5),
        Optional.empty());
  }

  void append(TableName table) {
    services()
        .table(table)
        .newTransaction(io.lakeward.tables.WriteMode.APPEND, "WRITE")
        .withSchema(SCHEMA.json())
        .withTransactionVersion(java.util.UUID.randomUUID().toString(), 1)
        .commit();
  }

  void addFileTo(TableName table) {
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

  List<TransactionMark> marks() {
    return executor.requests.stream().map(r -> r.mark().orElseThrow()).toList();
  }

  static List<DiscoveredFile> filesOf(WriteRequest request) {
    return ((Slice.SourceFiles) request.query().slices().values().iterator().next()).files();
  }

  /** A file that is there, as it will be found. */
  DiscoveredFile file(String name) {
    return file(name, 10);
  }

  DiscoveredFile file(String name, int size) {
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

  RefreshServices services() {
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

  static final class RecordedProgress implements TableProgress {
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
