/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.graph.ResolvedReplacement;
import io.lakeward.engine.executor.ApplyRequest;
import io.lakeward.engine.executor.ApplyResult;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.ChangeCounts;
import io.lakeward.engine.executor.DeletionVectors;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.ViewCount;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.engine.state.CrashPoint;
import io.lakeward.model.name.TableName;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.PropertyNames;
import io.lakeward.tables.TableSnapshot;
import io.lakeward.tables.WriteMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes of a flow whose rows replace others, each in one commit. Files of the target that hold no
 * row that goes stay as they are.
 */
final class ReplacingWrites {
  private final RefreshServices services;
  private final ResolvedFlow flow;
  private final DeltaTable table;

  ReplacingWrites(RefreshServices services, ResolvedFlow flow, DeltaTable table) {
    this.services = services;
    this.flow = flow;
    this.table = table;
  }

  /** Why an executor cannot do what a flow with REPLACE needs besides its query. */
  static Optional<String> whyUnsupported(ResolvedFlow flow, Executor executor) {
    if (flow.replacement().isEmpty()) {
      return Optional.empty();
    }
    return ReplacementPlans.all(flow, flow.schema())
        .flatMap(plan -> executor.whyUnsupported(plan, List.of()).stream())
        .findFirst()
        .map(reason -> "Its rows cannot replace others: " + reason);
  }

  /** Replaces the rows of the keys that a batch has newer rows for. */
  WriteResult replaceGroups(
      ResolvedReplacement.Using using,
      Map<String, Slice> slices,
      WriteTarget target,
      TransactionMark mark) {
    TableSnapshot stored = table.snapshot();
    Map<String, Slice> all = new HashMap<>(slices);
    Slice.TableFiles before = new Slice.TableFiles(stored.files(), target.schema());
    all.put(ReplacementPlans.TARGET, before);
    BoundPlan query =
        new BoundPlan(
            ReplacementPlans.newest(flow, using, target.schema()), all, flow.flow().query().conf());
    ApplyRequest request =
        new ApplyRequest(
            query,
            using.keys(),
            Optional.empty(),
            stored.files(),
            "MERGE",
            stored.version(),
            keepsChanges(stored),
            DeletionVectors.of(stored, DeletionVectors.IF_WORTH_IT),
            target,
            Optional.of(mark));
    try {
      WriteResult result = write(request, slices);
      return result.withReads(result.reads().without(before));
    } catch (ExpectationViolationException e) {
      throw new ReplacementChecks(flow, using)
          .explained(e, own(slices), services.engine(flow).executor());
    }
  }

  private BoundPlan own(Map<String, Slice> slices) {
    return new BoundPlan(flow.plan(), slices, flow.flow().query().conf());
  }

  /** Replaces the rows that a condition holds for. */
  WriteResult replaceMatching(
      ResolvedReplacement.Where where, Map<String, Slice> slices, WriteTarget target) {
    TableSnapshot stored = table.snapshot();
    return write(
        new ApplyRequest(
            new BoundPlan(
                ReplacementPlans.matching(flow, where), slices, flow.flow().query().conf()),
            List.of(),
            Optional.of(ReplacementPlans.replaced(flow, where, target.schema())),
            stored.files(),
            "WRITE",
            stored.version(),
            keepsChanges(stored),
            DeletionVectors.of(stored, DeletionVectors.IF_WORTH_IT),
            target,
            Optional.empty()),
        slices);
  }

  private static boolean keepsChanges(TableSnapshot stored) {
    return "true".equalsIgnoreCase(stored.properties().get(PropertyNames.CHANGE_DATA_FEED));
  }

  private WriteResult write(ApplyRequest request, Map<String, Slice> slices) {
    ApplyResult[] applied = new ApplyResult[1];
    WriteResult result =
        new CheckedWrites(services, flow)
            .explaining(
                own(slices),
                () -> {
                  applied[0] =
                      services
                          .engine(flow)
                          .executor()
                          .applyChanges(request, (WriteListener) CrashPoint.FILES_WRITTEN::reach);
                  return result(applied[0]);
                });
    return applied[0].version().isPresent() ? result : withVersion(result, noteNothing(request));
  }

  /** A batch that changes nothing is done all the same. */
  private long noteNothing(ApplyRequest request) {
    if (request.mark().isEmpty()) {
      return request.targetVersion();
    }
    TransactionMark mark = request.mark().get();
    return table
        .newTransaction(WriteMode.APPEND, "STREAMING UPDATE")
        .withReadVersion(request.targetVersion())
        .withTransactionVersion(mark.appId(), mark.version())
        .commit();
  }

  private WriteResult result(ApplyResult applied) {
    TableName own = flow.target().name();
    List<RuleCount> rules =
        applied.views().stream()
            .filter(view -> view.view().equals(own))
            .flatMap(view -> view.rules().stream())
            .filter(count -> !ReplacementChecks.isCheck(count.rule()))
            .toList();
    List<ViewCount> views =
        applied.views().stream().filter(view -> !view.view().equals(own)).toList();
    return new WriteResult(
        applied.version().orElse(0),
        applied.reads(),
        applied.rowsUpserted(),
        applied.rowsDropped(),
        applied.bytesWritten(),
        rules,
        views,
        Optional.of(new ChangeCounts(applied.rowsUpserted(), applied.rowsDeleted(), 0, 0)),
        0);
  }

  private static WriteResult withVersion(WriteResult result, long version) {
    return new WriteResult(
        version,
        result.reads(),
        result.rowsWritten(),
        result.rowsDropped(),
        result.bytesWritten(),
        result.rules(),
        result.views(),
        result.changes(),
        result.rowsQuarantined());
  }
}
