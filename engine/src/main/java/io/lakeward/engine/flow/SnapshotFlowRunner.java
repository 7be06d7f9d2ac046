/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.analysis.graph.ChangeTarget;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.state.CrashPoint;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.state.StateFile;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.TableSnapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Takes snapshots: compares all rows of a query with those of the snapshot before, and records the
 * differences as changes. Snapshots are numbered from 0; the number is written down, together with
 * what the sources were, before the snapshot is taken, and committed with its changes. A snapshot
 * of sources that are as they were is not taken.
 */
final class SnapshotFlowRunner {
  private final ResolvedFlow flow;
  private final ChangeRecord record;
  private final QueryDefinition definition;
  private final RefreshServices services;
  private final TableProgress progress;
  private final SnapshotQuery query;

  SnapshotFlowRunner(
      ResolvedFlow flow,
      ChangeRecord record,
      QueryDefinition definition,
      RefreshServices services,
      TableProgress progress) {
    this.flow = flow;
    this.record = record;
    this.definition = definition;
    this.services = services;
    this.progress = progress;
    this.query = new SnapshotQuery(record.made());
  }

  /** The plan by which snapshots are compared, over no recorded rows. */
  static LogicalPlan plan(ChangeTarget made, LogicalPlan rows) {
    return ChangePlans.bind(
            new SnapshotQuery(made).changes(0),
            Map.of(SnapshotQuery.RECORD, new Slice.TableFiles(List.of(), made.record())),
            Map.of(SnapshotQuery.SNAPSHOT, new BoundPlan(rows, Map.of())))
        .plan();
  }

  /** A snapshot whose changes are recorded. */
  record Taken(TransactionMark mark, WriteResult recorded) {}

  /**
   * Takes a snapshot, if there is anything new.
   *
   * @param appId the name under which the record's log says which snapshots it has
   * @param folder where the flow's state is kept
   */
  Optional<Taken> run(String appId, Path folder) {
    BatchInputs inputs = BatchInputs.of(flow, services);
    Path file = folder.resolve("snapshot.json");
    long last = record.table().transactionVersion(appId).orElse(-1);
    if (definition.isRepeatable()
        && last >= 0
        && StateFile.read(file).equals(Optional.of(plan(last, inputs.fingerprint())))) {
      return Optional.empty();
    }
    StateFile.write(file, plan(last + 1, inputs.fingerprint()));
    CrashPoint.PLANNED.reach();
    progress.running(flow.flow());
    progress.reading(flow.flow(), inputs.slices().values());
    TransactionMark mark = new TransactionMark(appId, last + 1);
    return Optional.of(new Taken(mark, taken(inputs.slices(), mark)));
  }

  private WriteResult taken(Map<String, Slice> slices, TransactionMark mark) {
    long start = System.nanoTime();
    String source =
        flow.sources().stream()
            .map(relation -> relation.source().shown())
            .distinct()
            .collect(Collectors.joining(", "));
    progress.snapshot(flow.flow(), SnapshotReport.started(source, mark.version()));
    try {
      WriteResult recorded = record(slices, mark);
      progress.snapshot(
          flow.flow(),
          SnapshotReport.completed(
              source, mark.version(), millisSince(start), recorded.rowsWritten()));
      return recorded;
    } catch (RuntimeException e) {
      progress.snapshot(
          flow.flow(), SnapshotReport.failed(source, mark.version(), millisSince(start), e));
      throw e;
    }
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  private JsonNode plan(long number, JsonNode inputs) {
    ObjectNode plan = Json.object();
    plan.set("number", Json.number(number));
    plan.put("definition", definition.text());
    plan.set("inputs", inputs);
    return plan;
  }

  private WriteResult record(Map<String, Slice> slices, TransactionMark mark) {
    Map<String, BoundPlan> snapshot =
        Map.of(
            SnapshotQuery.SNAPSHOT, new BoundPlan(flow.plan(), slices, flow.flow().query().conf()));
    List<DataFile> recorded =
        record.table().findSnapshot().map(TableSnapshot::files).orElse(List.of());
    Slice.TableFiles before = new Slice.TableFiles(recorded, record.columns());
    BoundPlan changes =
        ChangePlans.bind(
            query.changes(mark.version()), Map.of(SnapshotQuery.RECORD, before), snapshot);
    SnapshotChecks checks = new SnapshotChecks(flow, query);
    try {
      WriteResult result =
          new CheckedWrites(services, flow)
              .append(
                  new WriteRequest(
                      changes, checks.rules(changes.plan()), record.target(), Optional.of(mark)),
                  (WriteListener) CrashPoint.FILES_WRITTEN::reach);
      return result.withReads(result.reads().without(before));
    } catch (ExpectationViolationException e) {
      throw checks.explained(e, sql -> sample(ChangePlans.bind(sql, Map.of(), snapshot)));
    }
  }

  private QueryResult sample(BoundPlan rows) {
    return services.engine(flow).executor().collect(rows, SnapshotChecks.sampleRows());
  }
}
