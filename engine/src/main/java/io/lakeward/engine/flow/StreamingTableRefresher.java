/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.engine.state.CrashPoint;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.TableSnapshot;
import io.lakeward.tables.WriteMode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/**
 * Appends to a streaming table what its flows have not processed yet: batch after batch, each
 * written down first and then committed together with its number.
 */
public final class StreamingTableRefresher implements TableRefresher {
  private final Dataset dataset;
  private final List<ResolvedFlow> flows;
  private final StructType schema;
  private final RefreshServices services;
  private final TableProgress progress;

  /**
   * @param schema the columns of the table by its definition
   */
  public StreamingTableRefresher(
      Dataset dataset,
      List<ResolvedFlow> flows,
      StructType schema,
      RefreshServices services,
      TableProgress progress) {
    this.dataset = dataset;
    this.flows = List.copyOf(flows);
    this.schema = TableSchemas.declared(dataset, schema);
    this.services = services;
    this.progress = progress;
  }

  @Override
  public void refresh(boolean startOver) {
    Path identityFile = services.stateOf(dataset.name()).resolve("identity.json");
    TargetIdentity identity =
        startOver
            ? TargetIdentity.startOver(identityFile)
            : TargetIdentity.loadOrCreate(identityFile);
    DeltaTable table = services.table(dataset.name());
    if (identity.mustEmpty(table.findSnapshot())) {
      empty(table, identity);
    }
    identity.settle();
    identity.checkOwns(table.findSnapshot(), dataset);
    for (ResolvedFlow flow : flows) {
      progress.planning(flow.flow());
      int batches =
          flow.flow().kind() == FlowKind.ONCE
              ? runOnce(flow, table, identity)
              : runBatches(flow, table, identity);
      progress.completed(flow.flow(), batches == 0);
    }
    if (table.exists()) {
      TableMetadata.settle(table, dataset, columns(table.findSnapshot()))
          .ifPresent(progress::altered);
    } else {
      create(table, identity);
    }
  }

  /** The loop of planned batches. Returns how many were committed. */
  private int runBatches(ResolvedFlow flow, DeltaTable table, TargetIdentity identity) {
    Path folder =
        services
            .stateOf(dataset.name())
            .resolve(identity.id())
            .resolve(StateNames.fileName(flow.flow().name().toString()));
    FlowProgress plans = new FlowProgress(folder);
    Map<String, StreamInput> inputs = streamInputs(flow, folder);
    String appId = appId(flow, identity);

    long last = table.transactionVersion(appId).orElse(-1);
    Optional<BatchPlan> newest = plans.newest();
    checkPlansMatch(flow, last, newest);
    int committed = 0;
    while (true) {
      long done = last;
      BatchPlan plan;
      Optional<BatchPlan> pending = newest.filter(p -> p.number() > done);
      if (pending.isPresent() && isUnchanged(pending.get(), inputs)) {
        plan = pending.get();
      } else {
        Optional<BatchPlan> next =
            planNext(done + 1, pending.isPresent() ? plans.find(done) : newest, inputs);
        if (next.isEmpty()) {
          pending.ifPresent(plans::discard);
          return committed;
        }
        plan = next.get();
        plans.write(plan);
        CrashPoint.PLANNED.reach();
      }
      if (committed == 0) {
        progress.running(flow.flow());
      }
      Map<String, Slice> slices = staticSlices(flow);
      inputs.forEach(
          (id, input) ->
              slices.put(
                  id,
                  Optional.ofNullable(plan.ranges().get(id))
                      .filter(range -> !range.isEmpty())
                      .map(input::slice)
                      .orElseGet(input::nothing)));
      append(flow, table, identity, slices, new TransactionMark(appId, plan.number()));
      committed++;
      last = plan.number();
      newest = Optional.of(plan);
    }
  }

  private static boolean isUnchanged(BatchPlan plan, Map<String, StreamInput> inputs) {
    return inputs.entrySet().stream()
        .allMatch(
            input ->
                Optional.ofNullable(plan.ranges().get(input.getKey()))
                    .map(range -> range.isEmpty() || input.getValue().isUnchanged(range))
                    .orElse(true));
  }

  private Optional<BatchPlan> planNext(
      long number, Optional<BatchPlan> before, Map<String, StreamInput> inputs) {
    Map<String, SourceRange> ranges = new LinkedHashMap<>();
    boolean anythingNew = false;
    for (Map.Entry<String, StreamInput> input : inputs.entrySet()) {
      var position = before.flatMap(plan -> plan.end(input.getKey()));
      Optional<SourceRange> next = input.getValue().next(position);
      anythingNew |= next.isPresent();
      next.or(() -> position.map(SourceRange::none))
          .ifPresent(range -> ranges.put(input.getKey(), range));
    }
    // A source that the query does not read now keeps its place, should it be read again.
    before.ifPresent(
        plan ->
            plan.ranges().forEach((id, r) -> ranges.putIfAbsent(id, SourceRange.none(r.end()))));
    return anythingNew ? Optional.of(new BatchPlan(number, ranges)) : Optional.empty();
  }

  private int runOnce(ResolvedFlow flow, DeltaTable table, TargetIdentity identity) {
    String appId = appId(flow, identity);
    if (table.transactionVersion(appId).isPresent()) {
      return 0;
    }
    progress.running(flow.flow());
    append(flow, table, identity, staticSlices(flow), new TransactionMark(appId, 0));
    return 1;
  }

  private void append(
      ResolvedFlow flow,
      DeltaTable table,
      TargetIdentity identity,
      Map<String, Slice> slices,
      TransactionMark mark) {
    List<RowRule> rules = RuleBinding.of(flow);
    WriteResult result =
        new CheckedWrites(services.engine(flow).executor(), flow)
            .append(
                new WriteRequest(
                    new BoundPlan(flow.plan(), slices, flow.flow().query().conf()),
                    rules,
                    target(table, identity),
                    Optional.of(mark)),
                (WriteListener) CrashPoint.FILES_WRITTEN::reach);
    CrashPoint.COMMITTED.reach();
    progress.committed(flow.flow(), mark.version(), result, rules);
  }

  private WriteTarget target(DeltaTable table, TargetIdentity identity) {
    return new WriteTarget(
        dataset.name(),
        table.path(),
        columns(table.findSnapshot()),
        dataset.partitionColumns(),
        identity.tableProperties(dataset),
        dataset.comment());
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
            .withProperties(target.properties());
    target.comment().ifPresent(transaction::withDescription);
    progress.altered(transaction.commit());
  }

  private Map<String, StreamInput> streamInputs(ResolvedFlow flow, Path folder) {
    Map<String, StreamInput> inputs = new LinkedHashMap<>();
    for (SourceRelation relation : flow.sources()) {
      if (relation.isStreaming()) {
        inputs.put(relation.id(), streamInput(relation, folder));
      }
    }
    return inputs;
  }

  private StreamInput streamInput(SourceRelation relation, Path folder) {
    if (relation.source() instanceof Source.Files files) {
      return new FileInput(
          files.files(),
          files.schema(),
          new FileLog(
              folder.resolve("sources").resolve(StateNames.exactFileName(relation.id()) + ".files"),
              services.addresses()),
          () -> services.list(files.files()),
          BatchLimits.of(files.files()));
    }
    Source.Table source = (Source.Table) relation.source();
    return new TableInput(
        source.name(), services.table(source.name()), source.schema(), source.reading());
  }

  private Map<String, Slice> staticSlices(ResolvedFlow flow) {
    Map<String, Slice> slices = new HashMap<>();
    for (SourceRelation relation : flow.sources()) {
      if (!relation.isStreaming()) {
        slices.put(relation.id(), BatchInput.of(relation, services).slice());
      }
    }
    return slices;
  }

  private static String appId(ResolvedFlow flow, TargetIdentity identity) {
    return identity.id() + "/" + flow.flow().name().toString().toLowerCase(Locale.ROOT);
  }

  private static void checkPlansMatch(ResolvedFlow flow, long done, Optional<BatchPlan> newest) {
    long planned = newest.map(BatchPlan::number).orElse(-1L);
    if (planned < done || planned > done + 1) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.STATE_DAMAGED,
                  "The progress of flow %s does not fit its table: batch %d is committed, but the newest plan is %d."
                      .formatted(flow.flow().name(), done, planned))
              .at(flow.flow().where())
              .withFix(
                  "Restore the folder .lakeward from a copy, or start over with --full-refresh %s."
                      .formatted(flow.target().name().table())));
    }
  }
}
