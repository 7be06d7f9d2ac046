/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.state.CrashPoint;
import io.lakeward.engine.state.Json;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DeltaTable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** The loop of planned batches of a streaming flow, each written down before it runs. */
final class FlowBatches {
  private final RefreshServices services;
  private final TableProgress progress;

  FlowBatches(RefreshServices services, TableProgress progress) {
    this.services = services;
    this.progress = progress;
  }

  /** Runs one batch and commits it together with its mark; tells what it read. */
  interface BatchWriter {
    SourceReads write(Map<String, Slice> slices, TransactionMark mark);
  }

  /**
   * Runs batches until there is nothing new.
   *
   * @param table its log says which batches are done
   * @param appId the name under which it says so
   * @param folder where the flow's plans are kept
   * @return how many were committed
   */
  int run(ResolvedFlow flow, DeltaTable table, String appId, Path folder, BatchWriter writer) {
    FlowProgress plans = new FlowProgress(folder);
    Map<String, StreamInput> inputs = streamInputs(flow, folder);

    long last = table.transactionVersion(appId).orElse(-1);
    Optional<BatchPlan> newest = plans.newest();
    checkPlansMatch(flow, last, newest);
    plans.find(last).ifPresent(done -> noteCommitted(done, inputs));
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
          inputs.values().forEach(StreamInput::clean);
          return committed;
        }
        plan = next.get();
        plans.write(plan);
        CrashPoint.PLANNED.reach();
      }
      if (committed == 0) {
        progress.running(flow.flow());
      }
      Map<String, Backlog> left = new TreeMap<>();
      inputs.forEach((id, input) -> left.put(id, input.backlog()));
      progress.backlog(flow.flow(), left);
      TransactionMark mark = new TransactionMark(appId, plan.number());
      SourceReads[] reads = {SourceReads.NONE};
      SchemaChangedException.orElse(
          () ->
              reads[0] = write(flow, writer, slices(flow, plan, inputs, StreamInput::slice), mark),
          () -> learn(plan, inputs),
          () ->
              reads[0] =
                  write(flow, writer, slices(flow, plan, inputs, StreamInput::lenientSlice), mark));
      noteSkipped(plan, inputs, reads[0]);
      noteCommitted(plan, inputs);
      progress.advanced(flow.flow(), plan.number(), positions(plan));
      committed++;
      last = plan.number();
      newest = Optional.of(plan);
    }
  }

  private SourceReads write(
      ResolvedFlow flow, BatchWriter writer, Map<String, Slice> slices, TransactionMark mark) {
    progress.reading(flow.flow(), slices.values());
    return writer.write(slices, mark);
  }

  private static void noteSkipped(
      BatchPlan plan, Map<String, StreamInput> inputs, SourceReads reads) {
    if (!reads.skippedFiles().isEmpty()) {
      plan.ranges()
          .forEach(
              (id, range) ->
                  Optional.ofNullable(inputs.get(id))
                      .ifPresent(input -> input.skipped(range, reads.skippedFiles())));
    }
  }

  private Map<String, Slice> slices(
      ResolvedFlow flow,
      BatchPlan plan,
      Map<String, StreamInput> inputs,
      BiFunction<StreamInput, SourceRange, Slice> reading) {
    Map<String, Slice> slices = staticSlices(flow);
    inputs.forEach(
        (id, input) ->
            slices.put(
                id,
                Optional.ofNullable(plan.ranges().get(id))
                    .filter(range -> !range.isEmpty())
                    .map(range -> reading.apply(input, range))
                    .orElseGet(input::nothing)));
    return slices;
  }

  private static void noteCommitted(BatchPlan plan, Map<String, StreamInput> inputs) {
    inputs.forEach((id, input) -> plan.end(id).ifPresent(input::committed));
  }

  private static ArrayNode positions(BatchPlan plan) {
    ArrayNode sources = Json.array();
    plan.ranges()
        .forEach(
            (id, range) -> {
              ObjectNode source = sources.addObject();
              source.put("description", id);
              source.set("startOffset", range.start().orElse(NullNode.getInstance()));
              source.set("endOffset", range.end());
            });
    return sources;
  }

  private static boolean learn(BatchPlan plan, Map<String, StreamInput> inputs) {
    boolean learned = false;
    for (Map.Entry<String, StreamInput> input : inputs.entrySet()) {
      SourceRange range = plan.ranges().get(input.getKey());
      learned |= range != null && !range.isEmpty() && input.getValue().learn(range);
    }
    return learned;
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

  /** The streaming sources as they are on record. */
  Map<String, StreamInput> streamInputs(ResolvedFlow flow, Path folder) {
    Map<String, StreamInput> inputs = new LinkedHashMap<>();
    for (SourceRelation relation : flow.sources()) {
      if (relation.isStreaming()) {
        inputs.put(relation.id(), streamInput(flow, relation, folder));
      }
    }
    return inputs;
  }

  private StreamInput streamInput(ResolvedFlow flow, SourceRelation relation, Path folder) {
    if (relation.source() instanceof Source.Files files) {
      String name = StateNames.exactFileName(relation.id()) + ".files";
      return new FileInput(
          files.files(),
          files.schema(),
          new SourceState(folder.resolve("sources").resolve(name)),
          services,
          new SourceNotes() {
            @Override
            public void warned(String message) {
              progress.warned(flow.flow(), message);
            }

            @Override
            public void listing(FileListingReport report) {
              progress.listing(flow.flow(), report);
            }
          });
    }
    Source.Table source = (Source.Table) relation.source();
    return new TableInput(
        source.name(), services.table(source.name()), source.schema(), source.reading());
  }

  /** What a flow reads in batch, as it is now. */
  Map<String, Slice> staticSlices(ResolvedFlow flow) {
    Map<String, Slice> slices = new HashMap<>();
    for (SourceRelation relation : flow.sources()) {
      if (!relation.isStreaming()) {
        slices.put(relation.id(), BatchInput.of(relation, services).slice());
      }
    }
    return slices;
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
