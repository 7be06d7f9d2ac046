/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.analysis.query.FailurePlaces;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.RuleCount;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.engine.executor.ViewCount;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.flow.Backlog;
import io.lakeward.engine.flow.FileListingReport;
import io.lakeward.engine.flow.RefreshPlan;
import io.lakeward.engine.flow.RefreshTechnique;
import io.lakeward.engine.flow.SnapshotReport;
import io.lakeward.engine.flow.TableProgress;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Adds up what happens to one table during an update, writes it to the event log, and passes it on.
 * Only the thread that refreshes the table calls it.
 */
final class TableTracker implements TableProgress {
  private final Dataset dataset;
  private final RuleActions actions;
  private final UpdateEvents events;
  private final Consumer<TableResult> listener;
  private final ProcessorTime processors;
  private final boolean reportsMetrics;

  private FlowState state = FlowState.QUEUED;
  private RowCounts counts = RowCounts.NONE;
  private int batches;
  private boolean changed;
  private boolean worked;
  private OptionalLong version = OptionalLong.empty();
  private boolean quiet;
  private int schemaChanges;
  private final Set<String> warnings = new HashSet<>();
  private long startNanos;
  private Duration duration = Duration.ZERO;
  private Optional<Problem> problem = Optional.empty();
  private Optional<Throwable> failure = Optional.empty();
  private Optional<Flow> current = Optional.empty();
  private Optional<BatchReport> lastBatch = Optional.empty();

  private long phaseNanos;
  private ProcessorTime.Moment phaseStart = ProcessorTime.Moment.UNKNOWN;
  private long planningMillis;
  private long inputBytes;
  private Map<String, Backlog> backlogs = Map.of();

  /**
   * @param processors tells how long they have worked
   * @param reportsMetrics whether events carry the counts of batches and rules
   */
  TableTracker(
      Dataset dataset,
      RuleActions actions,
      UpdateEvents events,
      Consumer<TableResult> listener,
      ProcessorTime processors,
      boolean reportsMetrics) {
    this.dataset = dataset;
    this.actions = actions;
    this.events = events;
    this.listener = listener;
    this.processors = processors;
    this.reportsMetrics = reportsMetrics;
  }

  TableResult result() {
    return new TableResult(
        dataset.name(),
        dataset.kind(),
        state,
        changed,
        batches,
        counts,
        version,
        duration,
        problem);
  }

  void started() {
    startNanos = System.nanoTime();
  }

  /** From now on a flow that finds nothing to do is not worth an event. */
  void goesOn() {
    quiet = true;
    state = FlowState.IDLE;
  }

  /** The table failed for a reason that may pass, and is tried again. */
  void retrying(Throwable error, Duration wait) {
    current.ifPresent(
        flow -> {
          reportLastBatch(flow);
          events.flowRetried(flow, error, wait);
        });
    moveTo(FlowState.QUEUED);
  }

  /**
   * The table's sources have new columns: it goes on when its query has been resolved with them.
   */
  void schemaChanged(Throwable error) {
    schemaChanges++;
    current.ifPresent(
        flow -> {
          reportLastBatch(flow);
          events.schemaChanged(flow, error);
        });
    moveTo(FlowState.QUEUED);
  }

  /** How often that has happened; in a continuous update, since the last batch. */
  int schemaChanges() {
    return schemaChanges;
  }

  boolean changedSchema() {
    return schemaChanges > 0;
  }

  void stopped(List<Flow> flows) {
    flows.forEach(flow -> events.flowProgress(flow, FlowState.STOPPED));
    state = FlowState.STOPPED;
  }

  @Override
  public void identified(String id) {
    events.identified(dataset.name(), id);
  }

  @Override
  public void planning(Flow flow) {
    current = Optional.of(flow);
    backlogs = Map.of();
    phaseNanos = System.nanoTime();
    if (!quiet) {
      events.flowProgress(flow, FlowState.PLANNING);
      moveTo(FlowState.PLANNING);
    }
  }

  @Override
  public void running(Flow flow) {
    worked = true;
    planningMillis = endPhase();
    phaseStart = processors.now();
    events.flowProgress(flow, FlowState.RUNNING);
    moveTo(FlowState.RUNNING);
  }

  @Override
  public void committed(Flow flow, long batch, WriteResult result, List<RowRule> rules) {
    batches++;
    changed = true;
    if (quiet) {
      schemaChanges = 0;
    }
    version = OptionalLong.of(result.version());
    counts = counts.plus(countsOf(result));
    reportLastBatch(flow);
    BatchReport report =
        new BatchReport(
            batch, result, inputBytes, backlogs, planningMillis, endPhase(), workedMillis());
    lastBatch = reportsMetrics ? Optional.of(report) : Optional.empty();
    planningMillis = 0;
    inputBytes = 0;
    if (!result.reads().skippedFiles().isEmpty()) {
      events.filesSkipped(flow, result.reads().skippedFiles());
    }
    SourceReads reads = result.reads();
    if (reads.rescued() * 2 > reads.rows()) {
      warned(
          flow,
          "%d of %d records have values that no column took, which are in the rescued data. See _rescued_data for the fields, and schemaHints or readerCaseSensitive for their types and spellings."
              .formatted(reads.rescued(), reads.rows()));
    }
    moveTo(FlowState.RUNNING);
  }

  @Override
  public void warned(Flow flow, String message) {
    if (warnings.add(message)) {
      events.warned(flow, message);
    }
  }

  @Override
  public void late(Flow flow, long rows) {
    events.lateRows(flow, rows);
  }

  @Override
  public void remembered(Flow flow, SourceReads reads, List<ViewCount> views) {
    long dropped = views.stream().mapToLong(ViewCount::dropped).sum();
    RuleCounts rules = new RuleCounts(dropped, List.of(), views);
    counts =
        counts.plus(
            new RowCounts(
                reads.rows(),
                0,
                dropped,
                0,
                reads.malformed(),
                reads.rescued(),
                reads.skippedFiles().size(),
                0,
                outcomes(rules)));
    if (reportsMetrics) {
      events.rowsRemembered(flow, reads, rules);
    }
  }

  @Override
  public void completed(Flow flow, boolean idle) {
    if (!quiet) {
      events.flowCompleted(flow, lastBatch);
      lastBatch = Optional.empty();
    } else if (!idle) {
      reportLastBatch(flow);
    }
  }

  /** What was the last batch so far is one among others now. */
  private void reportLastBatch(Flow flow) {
    lastBatch.ifPresent(batch -> events.batchCommitted(flow, batch));
    lastBatch = Optional.empty();
  }

  @Override
  public void planned(Flow flow, RefreshPlan plan) {
    if (!quiet || plan.technique() != RefreshTechnique.NO_OP) {
      events.refreshPlanned(flow, plan);
    }
  }

  @Override
  public void snapshot(Flow flow, SnapshotReport report) {
    events.snapshot(flow, report);
  }

  @Override
  public void reading(Flow flow, Collection<Slice> slices) {
    inputBytes = slices.stream().mapToLong(Slice::bytes).sum();
  }

  @Override
  public void listing(Flow flow, FileListingReport report) {
    if (!quiet || report.isNews()) {
      events.listing(flow, report);
    }
  }

  @Override
  public void advanced(Flow flow, long batch, ArrayNode sources) {
    lastBatch
        .filter(report -> report.number() == batch)
        .ifPresent(report -> events.streamProgress(flow, StreamProgress.of(flow, report, sources)));
  }

  @Override
  public void advanced(Flow flow, ObjectNode progress) {
    events.streamProgress(flow, StreamProgress.withoutRates(progress));
  }

  @Override
  public void backlog(Flow flow, Map<String, Backlog> left) {
    backlogs = left;
  }

  private OptionalLong workedMillis() {
    ProcessorTime.Moment now = processors.now();
    OptionalLong millis = ProcessorTime.millisBetween(phaseStart, now);
    phaseStart = now;
    return millis;
  }

  /** Milliseconds since the last phase ended. */
  private long endPhase() {
    long now = System.nanoTime();
    long millis = (now - phaseNanos) / 1_000_000;
    phaseNanos = now;
    return millis;
  }

  @Override
  public void altered(long newVersion) {
    changed = true;
    version = OptionalLong.of(newVersion);
  }

  @Override
  public void maintained(long newVersion) {
    altered(newVersion);
    events.maintained(dataset.name(), newVersion);
  }

  /** The table is up to date. */
  void finished(OptionalLong newestVersion) {
    version = newestVersion;
    FlowState end = worked || changed ? FlowState.COMPLETED : FlowState.IDLE;
    if (!quiet || state == FlowState.RUNNING) {
      moveTo(end);
    }
  }

  /** Why the refresh failed, if it did. */
  Optional<Throwable> failure() {
    return failure;
  }

  void failed(Throwable error) {
    failed(error, 0);
  }

  /**
   * @param retries how often it was tried again
   */
  void failed(Throwable error, int retries) {
    failure = Optional.of(error);
    problem = Optional.of(placed(error));
    Optional<RuleCounts> rules = Optional.empty();
    if (error instanceof ExpectationViolationException broken) {
      rules = Optional.of(new RuleCounts(broken.dropped(), broken.counts(), broken.views()));
      counts = counts.plus(new RowCounts(0, 0, 0, 0, 0, 0, 0, 0, outcomes(rules.get())));
    }
    reportFailure(
        error instanceof ProjectException known
            ? known.at(problem.flatMap(Problem::where).orElse(place()))
            : error,
        reportsMetrics ? rules : Optional.empty(),
        retries);
    moveTo(FlowState.FAILED);
  }

  private void reportFailure(Throwable error, Optional<RuleCounts> rules, int retries) {
    current.ifPresent(
        flow -> {
          reportLastBatch(flow);
          events.flowFailed(flow, error, rules, retries);
        });
  }

  void queued(List<Flow> flows) {
    flows.forEach(flow -> events.flowProgress(flow, FlowState.QUEUED));
  }

  void skipped(List<Flow> flows) {
    skipped(flows, "a table that it reads was not refreshed");
  }

  /** The update was stopped before the table's turn came. */
  void leftOut(List<Flow> flows) {
    skipped(flows, "the update was stopped");
  }

  private void skipped(List<Flow> flows, String reason) {
    flows.forEach(flow -> events.flowSkipped(flow, reason));
    state = FlowState.SKIPPED;
    listener.accept(result());
  }

  void excluded(List<Flow> flows) {
    flows.forEach(flow -> events.flowProgress(flow, FlowState.EXCLUDED));
    state = FlowState.EXCLUDED;
  }

  private List<RuleOutcome> outcomes(RuleCounts found) {
    List<RuleOutcome> outcomes = new ArrayList<>();
    for (ViewCount view : found.views()) {
      for (RuleCount rule : view.rules()) {
        outcomes.add(
            new RuleOutcome(
                Optional.of(view.view()),
                rule.rule(),
                actions.of(view.view(), rule.rule()),
                rule.passed(),
                rule.failed()));
      }
    }
    for (RuleCount rule : found.rules()) {
      outcomes.add(
          new RuleOutcome(
              rule.rule(), actions.of(dataset.name(), rule.rule()), rule.passed(), rule.failed()));
    }
    return outcomes;
  }

  /** The problem that ended the refresh, at a place in the user's file. */
  private Problem placed(Throwable error) {
    Problem found =
        error instanceof ProjectException known
            ? known.problems().get(0)
            : Problem.of(
                    ProblemCode.INTERNAL_ERROR,
                    error.getClass().getName() + ": " + error.getMessage())
                .withFix("This is a fault in Lakeward. Please report it with the event log.");
    if (found.where().isPresent()) {
      return found;
    }
    Problem placed = FailurePlaces.placed(found, error, texts());
    return placed.where().isPresent() ? placed : found.at(place());
  }

  /** Where what is being done stands in the user's file. */
  private SourceSpan place() {
    return current.map(flow -> flow.query().span()).orElse(dataset.where());
  }

  /** What the rows of the current flow are computed by. */
  private List<SqlText> texts() {
    List<SqlText> texts = new ArrayList<>();
    current.ifPresent(flow -> texts.add(flow.query()));
    dataset.expectations().forEach(rule -> texts.add(rule.condition()));
    return texts;
  }

  private RowCounts countsOf(WriteResult result) {
    return new RowCounts(
        result.reads().rows(),
        result.rowsWritten(),
        result.rowsDropped(),
        result.rowsQuarantined(),
        result.reads().malformed(),
        result.reads().rescued(),
        result.reads().skippedFiles().size(),
        result.bytesWritten(),
        outcomes(new RuleCounts(result.rowsDropped(), result.rules(), result.views())));
  }

  private void moveTo(FlowState next) {
    state = next;
    duration = Duration.ofNanos(System.nanoTime() - startNanos);
    listener.accept(result());
  }
}
