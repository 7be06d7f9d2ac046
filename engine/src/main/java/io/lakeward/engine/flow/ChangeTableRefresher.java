/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.state.CrashPoint;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.TableTransaction;
import io.lakeward.tables.WriteMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.StructType;

/**
 * Applies changes to a table. Each batch of changes is recorded first, which makes it done, and
 * then the table's rows are made from what is recorded. What was recorded and not applied, because
 * the process died in between, is applied by the next run.
 */
public final class ChangeTableRefresher implements TableRefresher {
  /** Files of a table whose rows change are small on purpose. */
  private static final long SMALL_FILE = 1L << 20;

  private final Dataset dataset;
  private final List<ResolvedFlow> flows;
  private final StructType schema;
  private final Function<ResolvedFlow, QueryDefinition> definitions;
  private final RefreshServices services;
  private final TableProgress progress;
  private final FlowBatches batches;

  /**
   * @param schema the columns of the table by its definition
   * @param definitions what the rows of a flow depend on besides its sources
   */
  public ChangeTableRefresher(
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

  /**
   * Why an executor cannot apply the changes of a flow, which is done by another plan than the
   * flow's own; empty also if the flow has no changes.
   */
  static Optional<String> whyUnsupported(ResolvedFlow flow, Executor executor) {
    if (flow.changes().isEmpty()) {
      return Optional.empty();
    }
    return executor
        .whyUnsupported(applyingPlan(flow), List.of())
        .or(() -> comparingPlan(flow).flatMap(p -> executor.whyUnsupported(p, List.of())))
        .map(reason -> "Its changes cannot be applied: " + reason);
  }

  private static LogicalPlan applyingPlan(ResolvedFlow flow) {
    return ChangeApplier.plan(flow.changes().orElseThrow().target(), flow.schema());
  }

  private static Optional<LogicalPlan> comparingPlan(ResolvedFlow flow) {
    return flow.flow().kind() == FlowKind.AUTO_CDC_SNAPSHOT
        ? Optional.of(SnapshotFlowRunner.plan(flow.changes().orElseThrow().target(), flow.plan()))
        : Optional.empty();
  }

  @Override
  public void refresh(boolean startOver) {
    Path state = services.stateOf(dataset.name());
    Path identityFile = state.resolve("identity.json");
    if (startOver) {
      ResetGuard.check(dataset, state);
    }
    TargetIdentity identity =
        startOver
            ? TargetIdentity.startOver(identityFile)
            : TargetIdentity.loadOrCreate(identityFile);
    progress.identified(identity.id());
    DeltaTable table = services.table(dataset.name());
    QuarantineTable quarantine =
        new QuarantineTable(
            dataset, flows.get(0).changes().orElseThrow().target().columns(), services);
    quarantine.emptyIfNeeded(identity);
    if (identity.mustEmpty(table.findSnapshot())) {
      make(table, identity, WriteMode.OVERWRITE, "FULL REFRESH");
    }
    identity.settle();
    identity.checkOwns(table.findSnapshot(), dataset);
    quarantine.checkOwns(identity);
    ChangeRecord.deleteAllBut(state.resolve(identity.id()));
    if (!table.exists()) {
      make(table, identity, WriteMode.APPEND, "CREATE TABLE");
    }
    ChangeRecord record =
        new ChangeRecord(
            dataset,
            flows.get(0).changes().orElseThrow().target(),
            ChangeRecord.folder(state.resolve(identity.id())));
    record.check();
    ChangeForgetting forgetting =
        new ChangeForgetting(
            dataset,
            record,
            state.resolve(identity.id()).resolve("forgetting.json"),
            services.engine(flows.get(0)).executor());
    ChangeApplier applier =
        new ChangeApplier(
            dataset, schema, record, table, identity, services.engine(flows.get(0)).executor());
    widen(record, table, applier);
    applier.apply();
    boolean hasChanges = false;
    for (ResolvedFlow flow : flows) {
      progress.planning(flow.flow());
      boolean isIdle =
          flow.flow().kind() == FlowKind.AUTO_CDC_SNAPSHOT
              ? !takeSnapshot(flow, record, identity, applier)
              : run(flow, record, identity, applier) == 0;
      progress.completed(flow.flow(), isIdle);
      hasChanges |= !isIdle;
    }
    TableMetadata.settle(table, dataset, applier.columns()).ifPresent(progress::altered);
    quarantine.createIfMissing(identity);
    if (hasChanges) {
      forgetting.run(services.clock().instant());
      compact(table, record);
    }
  }

  private void widen(ChangeRecord record, DeltaTable table, ChangeApplier applier) {
    StructType columns = applier.columns();
    record.widen();
    if (TableSchemas.hasOtherTypes(TableMetadata.columnsOf(table.snapshot()), columns)) {
      TableMetadata.settle(table, dataset, columns).ifPresent(progress::altered);
    }
  }

  /** Small batches leave small files behind, in the table and in its record. */
  private void compact(DeltaTable table, ChangeRecord record) {
    Executor executor = services.engine(flows.get(0)).executor();
    new FileCompaction(dataset.name(), record.table(), executor).run();
    new FileCompaction(dataset.name(), table, executor, SMALL_FILE)
        .run()
        .ifPresent(progress::altered);
  }

  /** Whether it changed anything. */
  private boolean takeSnapshot(
      ResolvedFlow flow, ChangeRecord record, TargetIdentity identity, ChangeApplier applier) {
    Optional<SnapshotFlowRunner.Taken> taken =
        new SnapshotFlowRunner(flow, record, definitions.apply(flow), services, progress)
            .run(identity.appId(flow.flow()), identity.folder(flow.flow()));
    taken.ifPresent(
        snapshot ->
            apply(flow, snapshot.mark().version(), snapshot.recorded(), List.of(), applier));
    return taken.filter(snapshot -> snapshot.recorded().rowsWritten() > 0).isPresent();
  }

  private int run(
      ResolvedFlow flow, ChangeRecord record, TargetIdentity identity, ChangeApplier applier) {
    Path folder = identity.folder(flow.flow());
    Path done = folder.resolve("once.json");
    boolean isOnce = flow.flow().kind() == FlowKind.AUTO_CDC_ONCE;
    if (isOnce && StateFile.read(done).isPresent()) {
      return 0;
    }
    String appId = identity.appId(flow.flow());
    int finished = finishInterrupted(flow, record, identity, appId, applier);
    int committed =
        batches.run(
            flow,
            record.table(),
            appId,
            folder,
            (slices, mark) -> write(flow, record, identity, slices, mark, applier));
    if (isOnce) {
      StateFile.write(done, Json.object().put("done", true));
    }
    return finished + committed;
  }

  /** Changes of a batch whose bad ones are in the quarantine already have to be recorded. */
  private int finishInterrupted(
      ResolvedFlow flow,
      ChangeRecord record,
      TargetIdentity identity,
      String appId,
      ChangeApplier applier) {
    Optional<QuarantineStage.Counted> finished =
        new CheckedWrites(services, flow, identity)
            .finishInterrupted(
                record.target(), appId, record.table().transactionVersion(appId).orElse(-1));
    finished.ifPresent(
        batch -> {
          progress.running(flow.flow());
          apply(flow, batch.batch(), batch.result(), RuleBinding.of(flow), applier);
        });
    return finished.isPresent() ? 1 : 0;
  }

  private SourceReads write(
      ResolvedFlow flow,
      ChangeRecord record,
      TargetIdentity identity,
      Map<String, Slice> slices,
      TransactionMark mark,
      ChangeApplier applier) {
    ChangeChecks checks = new ChangeChecks(flow);
    BoundPlan query = new BoundPlan(flow.plan(), slices, flow.flow().query().conf());
    WriteResult recorded;
    try {
      recorded =
          new CheckedWrites(services, flow, identity)
              .append(
                  new WriteRequest(query, checks.rules(), record.target(), Optional.of(mark)),
                  (WriteListener) CrashPoint.FILES_WRITTEN::reach);
    } catch (ExpectationViolationException e) {
      throw checks.explained(e, query, services.engine(flow).executor());
    }
    apply(flow, mark.version(), recorded, RuleBinding.of(flow), applier);
    return recorded.reads();
  }

  /** Brings the table up to what is recorded, and tells what a batch did. */
  private void apply(
      ResolvedFlow flow,
      long batch,
      WriteResult recorded,
      List<RowRule> rules,
      ChangeApplier applier) {
    DeltaTable target = services.table(dataset.name());
    CrashPoint.CHANGES_RECORDED.reach();
    ChangeApplier.Applied applied = applier.apply();
    CrashPoint.COMMITTED.reach();
    progress.committed(
        flow.flow(),
        batch,
        new WriteResult(
            applied.version().orElseGet(() -> target.latestVersion().orElse(0)),
            recorded.reads(),
            applied.counts().upserted(),
            recorded.rowsDropped(),
            recorded.bytesWritten() + applied.bytesWritten(),
            flow.flow().kind() == FlowKind.AUTO_CDC_SNAPSHOT
                ? List.of()
                : ChangeChecks.counts(recorded),
            recorded.views(),
            Optional.of(applied.counts()),
            recorded.rowsQuarantined()),
        rules);
  }

  private void make(DeltaTable table, TargetIdentity identity, WriteMode mode, String operation) {
    TableTransaction transaction =
        table
            .newTransaction(mode, operation)
            .withSchema(schema.json())
            .withPartitionColumns(dataset.partitionColumns())
            .withProperties(
                ChangeApplier.properties(
                    dataset, identity, flows.get(0).changes().orElseThrow().target()));
    dataset.comment().ifPresent(transaction::withDescription);
    progress.altered(transaction.commit());
  }
}
