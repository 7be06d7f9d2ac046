/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.plan.StreamingShape;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.StreamFeed;
import io.lakeward.engine.executor.StreamListener;
import io.lakeward.engine.executor.StreamRequest;
import io.lakeward.engine.executor.StreamResult;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.engine.state.CrashPoint;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DeltaTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * A flow whose query keeps state. The engine keeps positions and state together in a checkpoint;
 * here stands only how far each source was read when the last run ended, so that a run without
 * anything new need not start the engine.
 */
public final class StatefulFlow {
  private final ResolvedFlow flow;
  private final DeltaTable table;
  private final String appId;
  private final Path checkpoint;
  private final Path progressFile;
  private final Path plans;
  private final RefreshServices services;
  private final TableProgress progress;

  /**
   * @param folder the flow's own, below the table's state
   */
  StatefulFlow(
      ResolvedFlow flow,
      DeltaTable table,
      String appId,
      Path folder,
      RefreshServices services,
      TableProgress progress) {
    this.flow = flow;
    this.table = table;
    this.appId = appId;
    this.checkpoint = checkpoint(folder);
    this.progressFile = folder.resolve("stream-progress.json");
    this.plans = folder.resolve("offsets");
    this.services = services;
    this.progress = progress;
  }

  /** What cannot be combined with a query that keeps state. */
  public static Optional<Problem> whyUnsupported(ResolvedFlow flow) {
    if (!flow.plan().isStreaming()) {
      return Optional.empty();
    }
    Optional<String> reason = StreamingShape.of(flow.plan()).statefulReason();
    if (reason.isPresent() && (flow.changes().isPresent() || flow.replacement().isPresent())) {
      return Optional.of(
          Problem.of(
                  ProblemCode.NOT_SUPPORTED_YET,
                  // Batch by batch it would forget between them.
                  "The query of flow %s has %s, which is not supported for flows that change rows."
                      .formatted(flow.flow().name(), reason.get()))
              .withFix("Put the query into a streaming table, and read that."));
    }
    return reason.isPresent() && flow.target().quarantine().isPresent()
        ? Optional.of(
            Problem.of(
                    ProblemCode.NOT_SUPPORTED_YET,
                    "ON VIOLATION QUARANTINE on a table whose query keeps state is not supported yet.")
                .withFix(
                    "Write the query into one table and let a second one, with the rules, read it."))
        : Optional.empty();
  }

  static Path checkpoint(Path folder) {
    return folder.resolve("checkpoint");
  }

  /**
   * Runs the query over what is new.
   *
   * @param inputs gives the streaming sources as they are on record, each time afresh
   * @return how many batches with rows were committed; empty if there was nothing to do
   */
  Optional<Integer> run(
      Supplier<Map<String, StreamInput>> inputs, Map<String, Slice> tables, WriteTarget target) {
    checkContinues();
    // An input that has been asked for what is new does not give it again.
    if (isIdle(inputs.get())) {
      return Optional.empty();
    }
    progress.running(flow.flow());
    Map<String, Feed> strict = feeds(inputs.get(), StreamInput::slice);
    Commits commits = new Commits(strict, tables);
    SchemaChangedException.orElse(
        () -> stream(strict, tables, target, commits),
        () -> strict.values().stream().map(Feed::learn).reduce(false, Boolean::logicalOr),
        () -> {
          commits.feeds = feeds(inputs.get(), StreamInput::lenientSlice);
          stream(commits.feeds, tables, target, commits);
        });
    return Optional.of(commits.count);
  }

  private static Map<String, Feed> feeds(
      Map<String, StreamInput> inputs, BiFunction<StreamInput, SourceRange, Slice> reading) {
    Map<String, Feed> feeds = new TreeMap<>();
    inputs.forEach((id, input) -> feeds.put(id, new Feed(input, reading)));
    return feeds;
  }

  private void stream(
      Map<String, Feed> feeds, Map<String, Slice> tables, WriteTarget target, Commits commits) {
    StreamResult result;
    try {
      result =
          services.engine(flow).executor().stream(
              new StreamRequest(
                  flow.plan(),
                  flow.flow().query().conf(),
                  Map.copyOf(feeds),
                  tables,
                  commits.rules,
                  target,
                  appId,
                  checkpoint),
              commits);
    } catch (ExpectationViolationException e) {
      // Rules of views look at rows before they enter the state: those of the batch's own input.
      throw e.rows().isEmpty()
          ? new CheckedWrites(services, flow).explained(e, commits.lastBatch())
          : e;
    }
    if (result.lateRows() > 0) {
      progress.late(flow.flow(), result.lateRows());
    }
    if (result.remembered().rows() > 0) {
      progress.remembered(flow.flow(), result.remembered(), result.views());
    }
    save(result.positions());
    feeds.forEach(
        (id, feed) -> {
          String position = result.positions().get(id);
          if (position != null) {
            feed.input.committed(parsed(position));
          }
          feed.input.clean();
        });
  }

  /** State and table go together; a flow that was filled without state has none. */
  private void checkContinues() {
    boolean filled = table.transactionVersion(appId).isPresent() || Files.isDirectory(plans);
    if (filled && !Files.isDirectory(checkpoint)) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.STATE_DAMAGED,
                  "The query of flow %s keeps state, but its table was filled without, or the state was lost."
                      .formatted(flow.flow().name()))
              .at(flow.flow().where())
              .withFix("Start over with --full-refresh " + flow.target().name().table() + "."));
    }
  }

  private boolean isIdle(Map<String, StreamInput> inputs) {
    Optional<JsonNode> known = StateFile.read(progressFile);
    if (known.isEmpty() || known.get().path("table_batch").asLong() != tableBatch()) {
      return false;
    }
    JsonNode positions = known.get().path("positions");
    return inputs.entrySet().stream()
        .allMatch(
            input ->
                input
                    .getValue()
                    .next(Optional.ofNullable(positions.get(input.getKey())))
                    .isEmpty());
  }

  private void save(Map<String, String> positions) {
    ObjectNode json = Json.object();
    json.set("table_batch", Json.number(tableBatch()));
    ObjectNode all = json.putObject("positions");
    positions.forEach((id, position) -> all.set(id, parsed(position)));
    StateFile.write(progressFile, json);
  }

  private long tableBatch() {
    OptionalLong batch = table.transactionVersion(appId);
    return batch.orElse(-1);
  }

  private static JsonNode parsed(String json) {
    try {
      return Json.parse(json);
    } catch (IOException e) {
      throw new IllegalStateException("a position is damaged: " + json, e);
    }
  }

  private final class Commits implements StreamListener {
    private final List<RowRule> rules = RuleBinding.of(flow);
    private final Map<String, Slice> tables;
    private Map<String, Feed> feeds;
    private int count;

    Commits(Map<String, Feed> feeds, Map<String, Slice> tables) {
      this.feeds = feeds;
      this.tables = tables;
    }

    /** The query over what its last batch read; a stream that had no part in it has no rows. */
    BoundPlan lastBatch() {
      Map<String, Slice> slices = new HashMap<>(tables);
      feeds.forEach((id, feed) -> slices.put(id, feed.lastSlice()));
      return new BoundPlan(flow.plan(), slices, flow.flow().query().conf());
    }

    @Override
    public ExpectationViolationException broken(
        ExpectationViolationException violation, BatchRows rows) {
      return new CheckedWrites(services, flow).explained(violation, rows);
    }

    @Override
    public void filesWritten() {
      CrashPoint.FILES_WRITTEN.reach();
    }

    @Override
    public void committed(long batch, WriteResult result) {
      CrashPoint.COMMITTED.reach();
      count++;
      List<Slice> read = new ArrayList<>(tables.values());
      Map<String, Backlog> left = new TreeMap<>();
      feeds.forEach(
          (id, feed) -> {
            read.addAll(feed.takeRead());
            feed.last.ifPresent(range -> feed.input.skipped(range, result.reads().skippedFiles()));
            left.put(id, feed.input.backlog());
          });
      progress.reading(flow.flow(), read);
      progress.backlog(flow.flow(), left);
      progress.committed(flow.flow(), batch, result, rules);
    }

    @Override
    public void progressed(String json) {
      progress.advanced(flow.flow(), (ObjectNode) parsed(json));
    }
  }

  /** A source whose positions travel as text. */
  private static final class Feed implements StreamFeed {
    private final StreamInput input;
    private final BiFunction<StreamInput, SourceRange, Slice> reading;
    private Optional<SourceRange> last = Optional.empty();

    /** By their ends, since the last commit; a range may be asked for more than once. */
    private final Map<String, Slice> read = new LinkedHashMap<>();

    Feed(StreamInput input, BiFunction<StreamInput, SourceRange, Slice> reading) {
      this.input = input;
      this.reading = reading;
    }

    /** Learns from the range that was read last. */
    boolean learn() {
      return last.map(input::learn).orElse(false);
    }

    @Override
    public Optional<Step> next(Optional<String> position) {
      return input
          .next(position.map(StatefulFlow::parsed))
          .map(range -> new Step(range.end().toString(), range.isEmpty()));
    }

    @Override
    public Slice slice(Optional<String> start, String end) {
      SourceRange range = new SourceRange(start.map(StatefulFlow::parsed), parsed(end));
      last = Optional.of(range);
      Slice slice = reading.apply(input, range);
      read.put(end, slice);
      return slice;
    }

    Slice lastSlice() {
      return last.map(range -> read.get(range.end().toString())).orElseGet(input::nothing);
    }

    /** What was read since it was asked for. */
    List<Slice> takeRead() {
      List<Slice> taken = List.copyOf(read.values());
      read.clear();
      return taken;
    }
  }
}
