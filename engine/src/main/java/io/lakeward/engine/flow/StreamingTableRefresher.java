/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.graph.ResolvedReplacement;
import io.lakeward.analysis.plan.StreamingShape;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.engine.state.CrashPoint;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.IdentityColumn;
import io.lakeward.tables.TableSnapshot;
import io.lakeward.tables.WriteMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.spark.sql.types.StructType;

/**
 * Appends to a streaming table what its flows have not processed yet: batch after batch, each
 * written down first and then committed together with its number.
 */
public final class StreamingTableRefresher implements TableRefresher {
  private final Dataset dataset;
  private final List<ResolvedFlow> flows;
  private final StructType schema;
  private final Function<ResolvedFlow, QueryDefinition> definitions;
  private final RefreshServices services;
  private final TableProgress progress;
  private final FlowBatches batches;

  /**
   * @param schema the columns of the table by its definition
   * @param definitions asked for flows that run in batch at each update
   */
  public StreamingTableRefresher(
      Dataset dataset,
      List<ResolvedFlow> flows,
      StructType schema,
      Function<ResolvedFlow, QueryDefinition> definitions,
      RefreshServices services,
      TableProgress progress) {
    this.dataset = dataset;
    this.flows = List.copyOf(flows);
    this.schema = TableSchemas.declared(dataset, schema);
    this.definitions = definitions;
    this.services = services;
    this.progress = progress;
    this.batches = new FlowBatches(services, progress);
  }

  @Override
  public void refresh(boolean startOver) {
    Path identityFile = services.stateOf(dataset.name()).resolve("identity.json");
    if (startOver) {
      ResetGuard.check(dataset, services.stateOf(dataset.name()));
    }
    TargetIdentity identity =
        startOver
            ? TargetIdentity.startOver(identityFile)
            : TargetIdentity.loadOrCreate(identityFile);
    progress.identified(identity.id());
    DeltaTable table = services.table(dataset.name());
    QuarantineTable quarantine = new QuarantineTable(dataset, schema, services);
    quarantine.emptyIfNeeded(identity);
    if (identity.mustEmpty(table.findSnapshot())) {
      empty(table, identity);
    }
    identity.settle();
    identity.checkOwns(table.findSnapshot(), dataset);
    table.findSnapshot().ifPresent(stored -> RowNumbers.of(dataset, stored));
    quarantine.checkOwns(identity);
    table
        .findSnapshot()
        .filter(
            stored ->
                TableSchemas.hasOtherTypes(
                    TableMetadata.columnsOf(stored), columns(Optional.of(stored))))
        .map(stored -> TableMetadata.settle(table, dataset, columns(Optional.of(stored))))
        .orElse(OptionalLong.empty())
        .ifPresent(progress::altered);
    if (!table.exists() && flows.get(0).replacement().isPresent()) {
      create(table, identity);
    }
    boolean hasNewRows = false;
    for (ResolvedFlow flow : flows) {
      progress.planning(flow.flow());
      boolean isIdle = !run(flow, table, identity);
      progress.completed(flow.flow(), isIdle);
      hasNewRows |= !isIdle;
    }
    if (table.exists()) {
      TableMetadata.settle(table, dataset, columns(table.findSnapshot()))
          .ifPresent(progress::altered);
    } else {
      create(table, identity);
    }
    quarantine.createIfMissing(identity);
    // A new version of the table would make the next update replace the same rows again.
    boolean isWindow = flows.get(0).flow().kind() == FlowKind.REPLACE_WHERE;
    if (hasNewRows && !isWindow) {
      new FileCompaction(dataset.name(), table, services.engine(flows.get(0)).executor())
          .run()
          .ifPresent(progress::maintained);
    }
  }

  /** A batch that is in the quarantine already has to get into the table. */
  private int finishInterrupted(
      ResolvedFlow flow, DeltaTable table, TargetIdentity identity, String appId) {
    Optional<QuarantineStage.Counted> finished =
        new CheckedWrites(services, flow, identity)
            .finishInterrupted(
                target(table, identity), appId, table.transactionVersion(appId).orElse(-1));
    finished.ifPresent(
        batch -> {
          progress.running(flow.flow());
          progress.committed(flow.flow(), batch.batch(), batch.result(), RuleBinding.of(flow));
        });
    return finished.isPresent() ? 1 : 0;
  }

  /** Whether there was anything to do. */
  private boolean run(ResolvedFlow flow, DeltaTable table, TargetIdentity identity) {
    if (flow.flow().kind() == FlowKind.ONCE) {
      return runOnce(flow, table, identity) > 0;
    }
    Path folder = identity.folder(flow.flow());
    if (flow.replacement().orElse(null) instanceof ResolvedReplacement.Where where) {
      return replaceMatching(where, flow, table, identity);
    }
    if (StreamingShape.of(flow.plan()).isStateless()) {
      checkKeepsNoState(flow, folder);
      return finishInterrupted(flow, table, identity, identity.appId(flow.flow()))
              + batches.run(
                  flow,
                  table,
                  identity.appId(flow.flow()),
                  folder,
                  (slices, mark) -> write(flow, table, identity, slices, mark))
          > 0;
    }
    return new StatefulFlow(flow, table, identity.appId(flow.flow()), folder, services, progress)
        .run(
            () -> batches.streamInputs(flow, folder),
            batches.staticSlices(flow),
            target(table, identity))
        .isPresent();
  }

  private static void checkKeepsNoState(ResolvedFlow flow, Path folder) {
    if (Files.isDirectory(StatefulFlow.checkpoint(folder))) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.STATE_DAMAGED,
                  "The query of flow %s keeps no state any more; its table was filled by one that did."
                      .formatted(flow.flow().name()))
              .at(flow.flow().where())
              .withFix("Start over with --full-refresh " + flow.target().name().table() + "."));
    }
  }

  private int runOnce(ResolvedFlow flow, DeltaTable table, TargetIdentity identity) {
    String appId = identity.appId(flow.flow());
    int finished = finishInterrupted(flow, table, identity, appId);
    if (table.transactionVersion(appId).isPresent()) {
      return finished;
    }
    progress.running(flow.flow());
    Map<String, Slice> slices = batches.staticSlices(flow);
    progress.reading(flow.flow(), slices.values());
    append(flow, table, identity, slices, new TransactionMark(appId, 0));
    return 1;
  }

  private SourceReads write(
      ResolvedFlow flow,
      DeltaTable table,
      TargetIdentity identity,
      Map<String, Slice> slices,
      TransactionMark mark) {
    if (flow.replacement().orElse(null) instanceof ResolvedReplacement.Using using) {
      WriteResult result =
          new ReplacingWrites(services, flow, table)
              .replaceGroups(using, slices, target(table, identity), mark);
      CrashPoint.COMMITTED.reach();
      progress.committed(flow.flow(), mark.version(), result, RuleBinding.of(flow));
      return result.reads();
    }
    return append(flow, table, identity, slices, mark);
  }

  /**
   * Replaces by what the query gives now, unless neither it nor the table has changed since.
   *
   * @return whether there was anything to do
   */
  private boolean replaceMatching(
      ResolvedReplacement.Where where,
      ResolvedFlow flow,
      DeltaTable table,
      TargetIdentity identity) {
    QueryDefinition definition = definitions.apply(flow);
    BatchInputs inputs = BatchInputs.of(flow, services);
    Path lastRun = identity.folder(flow.flow()).resolve("last-run.json");
    boolean isDone =
        definition.isRepeatable()
            && StateFile.read(lastRun)
                .equals(Optional.of(fingerprint(table, definition, inputs.fingerprint())));
    if (isDone) {
      return false;
    }
    progress.running(flow.flow());
    progress.reading(flow.flow(), inputs.slices().values());
    WriteResult result =
        new ReplacingWrites(services, flow, table)
            .replaceMatching(where, inputs.slices(), target(table, identity));
    CrashPoint.COMMITTED.reach();
    progress.committed(flow.flow(), 0, result, RuleBinding.of(flow));
    TableMetadata.settle(table, dataset, columns(table.findSnapshot()))
        .ifPresent(progress::altered);
    StateFile.write(lastRun, fingerprint(table, definition, inputs.fingerprint()));
    return true;
  }

  private static JsonNode fingerprint(
      DeltaTable table, QueryDefinition definition, JsonNode inputs) {
    ObjectNode fingerprint = Json.object();
    fingerprint.set("version", Json.number(table.latestVersion().orElseThrow()));
    fingerprint.put("definition", definition.text());
    fingerprint.set("inputs", inputs);
    return fingerprint;
  }

  private SourceReads append(
      ResolvedFlow flow,
      DeltaTable table,
      TargetIdentity identity,
      Map<String, Slice> slices,
      TransactionMark mark) {
    List<RowRule> rules = RuleBinding.of(flow);
    WriteResult result =
        new CheckedWrites(services, flow, identity)
            .append(
                new WriteRequest(
                    new BoundPlan(flow.plan(), slices, flow.flow().query().conf()),
                    rules,
                    target(table, identity),
                    Optional.of(mark)),
                (WriteListener) CrashPoint.FILES_WRITTEN::reach);
    CrashPoint.COMMITTED.reach();
    progress.committed(flow.flow(), mark.version(), result, rules);
    return result.reads();
  }

  private WriteTarget target(DeltaTable table, TargetIdentity identity) {
    Optional<TableSnapshot> stored = table.findSnapshot();
    return new WriteTarget(
        dataset.name(),
        table.path(),
        columns(stored),
        dataset.partitionColumns(),
        identity.tableProperties(dataset),
        dataset.comment(),
        stored
            .map(snapshot -> RowNumbers.of(dataset, snapshot))
            .orElseGet(() -> RowNumbers.of(dataset)));
  }

  private StructType columns(Optional<TableSnapshot> stored) {
    return stored
        .map(t -> TableSchemas.evolved(dataset, TableMetadata.columnsOf(t), schema))
        .orElse(schema);
  }

  private void empty(DeltaTable table, TargetIdentity identity) {
    long version =
        table
            .newTransaction(WriteMode.OVERWRITE, "FULL REFRESH")
            .withSchema(schema.json())
            .withPartitionColumns(dataset.partitionColumns())
            .withProperties(identity.tableProperties(dataset))
            .withIdentityColumns(
                IdentityColumn.of(table.snapshot().schemaJson()), RowNumbers.of(dataset))
            .commit();
    progress.altered(version);
  }

  /** A table is there after its first update even if there was no row for it. */
  private void create(DeltaTable table, TargetIdentity identity) {
    WriteTarget target = target(table, identity);
    var transaction =
        table
            .newTransaction(WriteMode.APPEND, "CREATE TABLE")
            .withSchema(target.schema().json())
            .withPartitionColumns(target.partitionColumns())
            .withProperties(target.properties())
            .withIdentityColumns(target.identityColumns(), target.identityColumns());
    target.comment().ifPresent(transaction::withDescription);
    progress.altered(transaction.commit());
  }
}
