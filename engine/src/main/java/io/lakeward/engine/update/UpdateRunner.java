/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.graph.ResolvedGraph;
import io.lakeward.analysis.plan.UnboundedState;
import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.engine.executor.ChosenEngine;
import io.lakeward.engine.flow.ChangeTableRefresher;
import io.lakeward.engine.flow.FlowResets;
import io.lakeward.engine.flow.MaterializedViewRefresher;
import io.lakeward.engine.flow.QueryDefinition;
import io.lakeward.engine.flow.RefreshServices;
import io.lakeward.engine.flow.SchemaChangedException;
import io.lakeward.engine.flow.StreamingTableRefresher;
import io.lakeward.engine.flow.TableRefresher;
import io.lakeward.engine.state.CrashPoint;
import io.lakeward.engine.update.UpdateEvents.UserAction;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.TableSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.spark.sql.types.StructType;

/** Runs one update of a resolved pipeline and reports what happened. */
public final class UpdateRunner {
  /** More flows at once would only wait for the processor: each one uses all of it. */
  private static final int PARALLEL_TABLES =
      Math.max(2, Runtime.getRuntime().availableProcessors());

  private static final String FLOW_METRICS = "pipelines.metrics.flowTimeReporter.enabled";

  /** Between two looks at the sources of a continuous update. */
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  /** More changes of a table's sources in one triggered update are not told from a fault. */
  private static final int MOST_SCHEMA_CHANGES = 25;

  /**
   * The pipeline's queries as they are understood now.
   *
   * @param services fit for these queries
   */
  public record Resolution(ResolvedGraph graph, RefreshServices services) {}

  private final String updateId;
  private final Supplier<Resolution> resolver;
  private final UpdateRequest request;
  private final UpdateEvents events;
  private final UpdateListener listener;
  private final RetryPolicy retries;
  private final StopRequest stop;
  private final Map<TableName, TableTracker> trackers = new LinkedHashMap<>();

  private ProcessorTime processors = ProcessorTime.unknown();

  // Changed only while no table is being refreshed.
  private volatile ResolvedGraph graph;
  private volatile RefreshServices services;

  // Tables that go on when the queries have been resolved with new columns.
  private final Set<TableName> held = ConcurrentHashMap.newKeySet();
  private final Set<TableName> begun = ConcurrentHashMap.newKeySet();

  /**
   * @param resolver resolves the queries anew after a source has got columns
   */
  public UpdateRunner(
      String updateId,
      Resolution resolution,
      Supplier<Resolution> resolver,
      UpdateRequest request,
      UpdateEvents events,
      UpdateListener listener,
      RetryPolicy retries,
      StopRequest stop) {
    this.updateId = updateId;
    this.graph = resolution.graph();
    this.services = resolution.services();
    this.resolver = resolver;
    this.request = request;
    this.events = events;
    this.listener = listener;
    this.retries = retries;
    this.stop = stop;
  }

  /**
   * @param cause {@code USER_ACTION} or {@code RETRY_ON_FAILURE}
   * @param isLast no further update is begun if this one fails
   * @throws io.lakeward.model.problem.ProjectException if the request does not fit the pipeline;
   *     then nothing has been done. A table that fails is part of the result.
   */
  public UpdateResult run(String cause, boolean isLast) {
    long start = System.nanoTime();
    TableSelection selection = TableSelection.of(request, graph.definition());
    List<Dataset> tables = tablesInOrder();
    List<TableName> names = tables.stream().map(Dataset::name).toList();
    List<TableName> selected = names.stream().filter(selection.refresh()::contains).toList();
    Map<TableName, Duration> intervals = intervals(selected);
    events.tables(this::tableId);
    events.started(graph.definition().settings(), request, cause);
    events.beginning();
    describe(graph.definition().datasets());
    processors =
        graph.flows().stream().allMatch(f -> services.engine(f).executor().isInThisProcess())
            ? ProcessorTime.ofThisProcess()
            : ProcessorTime.unknown();
    boolean reportsMetrics =
        !"false".equalsIgnoreCase(graph.definition().settings().configuration().get(FLOW_METRICS));
    for (Dataset table : tables) {
      trackers.put(
          table.name(),
          new TableTracker(
              table,
              new RuleActions(graph.definition()),
              events,
              this::report,
              processors,
              reportsMetrics));
    }
    describeViews();
    graph.flows().forEach(this::describe);
    graph
        .flows()
        .forEach(
            flow -> {
              ChosenEngine engine = services.engine(flow);
              events.planningInformation(flow.flow(), engine.executor().name(), engine.reason());
              UnboundedState.reason(flow.plan())
                  .ifPresent(reason -> events.unboundedState(flow.flow(), reason));
            });

    names.stream()
        .filter(name -> !selection.refresh().contains(name))
        .forEach(name -> tracker(name).excluded(flowsInto(name)));
    listener.started(updateId, selected);
    events.tellWarnings(listener::warned);
    if (!selection.startOver().isEmpty()) {
      events.updateProgress("RESETTING");
    }
    events.updateProgress("SETTING_UP_TABLES");
    selected.forEach(name -> tracker(name).queued(flowsInto(name)));
    events.updateProgress("RUNNING");
    new FlowResets(services)
        .reset(
            selection.resets().stream()
                .filter(flow -> !selection.startOver().contains(flow.target()))
                .toList());
    boolean good = pass(selected, selection.startOver());
    if (good && request.continuous()) {
      services.watchFolders(true);
      try {
        good = goOn(selected, intervals);
      } finally {
        services.watchFolders(false);
      }
    }
    UpdateState end = end(good);
    if (isCut()) {
      events.userAction(UserAction.STOP);
      events.updateProgress("STOPPING");
    }
    if (end == UpdateState.FAILED) {
      events.updateFailed(
          trackers.values().stream().flatMap(t -> t.failure().stream()).findFirst(),
          !isLast && isRetryable());
    } else {
      events.updateProgress(end.name());
    }

    List<TableResult> results = trackers.values().stream().map(TableTracker::result).toList();
    return new UpdateResult(
        updateId,
        end,
        results.stream().anyMatch(TableResult::changed),
        results,
        Duration.ofNanos(System.nanoTime() - start));
  }

  /** An update without an end of its own ends well by being stopped. */
  private UpdateState end(boolean good) {
    if (good) {
      return request.continuous() ? UpdateState.CANCELED : UpdateState.COMPLETED;
    }
    return isCut() ? UpdateState.CANCELED : UpdateState.FAILED;
  }

  /** Whether an update that would end by itself was told to stop before. */
  private boolean isCut() {
    return stop.isMade() && !request.continuous();
  }

  private void describe(List<Dataset> datasets) {
    for (Dataset dataset : datasets) {
      long flows =
          graph.definition().flows().stream()
              .filter(flow -> flow.target().equals(dataset.name()))
              .count();
      events.datasetDefinition(dataset, Math.toIntExact(flows), schemaOf(dataset.name()));
    }
  }

  private void describeViews() {
    Map<TableName, Dataset> datasets = new HashMap<>();
    graph.definition().datasets().forEach(dataset -> datasets.put(dataset.name(), dataset));
    for (Flow flow : graph.definition().flows()) {
      Dataset view = datasets.get(flow.target());
      AnalyzedQuery query = graph.views().get(flow.target());
      if (view != null && query != null) {
        events.viewDefinition(flow, view, query);
      }
    }
  }

  private void describe(ResolvedFlow flow) {
    events.flowDefinition(flow, services.engine(flow).planText());
  }

  /**
   * What is left to ask for in a further update after this one has failed: tables that it did not
   * come to still have to be started over.
   */
  public UpdateRequest remaining() {
    TableSelection selection = TableSelection.of(request, graph.definition());
    List<String> startOver =
        selection.startOver().stream()
            .filter(name -> tracker(name).result().state() == FlowState.SKIPPED)
            .map(TableName::toString)
            .toList();
    return new UpdateRequest(
        selection.refresh().stream().map(TableName::toString).toList(),
        startOver,
        false,
        List.of(),
        request.mode(),
        request.continuous(),
        request.replaceWhere());
  }

  /** Whether a further update may mend what failed. */
  public boolean isRetryable() {
    return trackers.values().stream()
        .flatMap(tracker -> tracker.failure().stream())
        .anyMatch(retries::isRetryable);
  }

  /**
   * Refreshes tables; those whose sources turn out to have new columns, and their readers, again.
   */
  private boolean pass(List<TableName> tables, Set<TableName> startOver) {
    boolean good = true;
    List<TableName> open = tables;
    while (!open.isEmpty()) {
      held.clear();
      boolean allGood =
          new TableScheduler(PARALLEL_TABLES)
              .run(
                  open,
                  graph.upstream(),
                  name -> refresh(name, startOver.contains(name) && begun.add(name)),
                  this::holdOrSkip);
      List<TableName> next = open.stream().filter(held::contains).toList();
      good &= allGood || open.stream().noneMatch(this::isLost);
      if (!next.isEmpty() && !resolveAgain(next)) {
        return false;
      }
      open = next;
    }
    return good;
  }

  private boolean isLost(TableName name) {
    FlowState state = tracker(name).result().state();
    return !held.contains(name)
        && (state == FlowState.FAILED
            || state == FlowState.SKIPPED
            || (state == FlowState.STOPPED && isCut()));
  }

  /** What reads a table that goes on later is refreshed after it. */
  private void holdOrSkip(TableName name) {
    List<TableName> obstacles =
        graph.upstream().getOrDefault(name, Set.of()).stream()
            .filter(input -> trackers.containsKey(input) && (held.contains(input) || isLost(input)))
            .toList();
    if (!obstacles.isEmpty() && held.containsAll(obstacles)) {
      held.add(name);
    } else if (isCut()) {
      tracker(name).leftOut(flowsInto(name));
    } else {
      tracker(name).skipped(flowsInto(name));
    }
  }

  /**
   * Takes the queries with the columns that were learned; false if they make no sense with them.
   */
  private boolean resolveAgain(List<TableName> tables) {
    try {
      Resolution resolution = resolver.get();
      graph = resolution.graph();
      services = resolution.services();
      describe(
          graph.definition().datasets().stream()
              .filter(dataset -> tables.contains(dataset.name()))
              .toList());
      graph.flows().stream()
          .filter(flow -> tables.contains(flow.target().name()))
          .forEach(this::describe);
      return true;
    } catch (ProjectException e) {
      for (TableName table : tables) {
        if (tracker(table).changedSchema()) {
          tracker(table).failed(e);
        } else {
          tracker(table).skipped(flowsInto(table));
        }
      }
      return false;
    }
  }

  /**
   * Looks at the tables again and again until told to stop or something fails. A table without an
   * interval of its own is looked at as often as that costs little.
   */
  private boolean goOn(List<TableName> tables, Map<TableName, Duration> intervals) {
    tables.forEach(name -> tracker(name).goesOn());
    Map<TableName, Long> lastLooks = new HashMap<>();
    tables.forEach(name -> lastLooks.put(name, System.nanoTime()));
    boolean good = true;
    Duration pause = SHORTEST_PAUSE;
    while (good && !stop.await(pause)) {
      long now = System.nanoTime();
      List<TableName> due =
          tables.stream()
              .filter(
                  name ->
                      now - lastLooks.getOrDefault(name, now)
                          >= intervals.getOrDefault(name, Duration.ZERO).toNanos())
              .toList();
      due.forEach(name -> lastLooks.put(name, now));
      good = pass(due, Set.of());
      Duration taken = Duration.ofNanos(System.nanoTime() - now);
      pause =
          taken.compareTo(SHORTEST_PAUSE) > 0
              ? taken.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : taken
              : SHORTEST_PAUSE;
    }
    if (good) {
      events.userAction(UserAction.STOP);
      events.updateProgress("STOPPING");
      tables.forEach(name -> tracker(name).stopped(flowsInto(name)));
    }
    return good;
  }

  private Optional<String> tableId(TableName name) {
    try {
      return services.table(name).findSnapshot().map(TableSnapshot::id);
    } catch (ProjectException e) {
      return Optional.empty(); // the table's refresh tells what is wrong with it
    }
  }

  private Map<TableName, Duration> intervals(List<TableName> tables) {
    Map<TableName, Duration> intervals = new HashMap<>();
    if (request.continuous()) {
      for (TableName name : tables) {
        List<ResolvedFlow> flows = graph.flowsInto(name);
        intervals.put(
            name, TriggerInterval.of(flows.get(0).target(), flows, graph.definition().settings()));
      }
    }
    return intervals;
  }

  private boolean refresh(TableName name, boolean startOver) {
    TableTracker tracker = tracker(name);
    if (isCut()) {
      tracker.leftOut(flowsInto(name));
      return false;
    }
    tracker.started();
    processors.enter();
    try {
      return refresh(name, tracker, startOver);
    } finally {
      processors.leave();
    }
  }

  private boolean refresh(TableName name, TableTracker tracker, boolean startOver) {
    for (int retry = 1; ; retry++) {
      try {
        // What a failed try has begun to start over goes on from there.
        refresher(name, tracker).refresh(startOver && retry == 1);
        tracker.finished(services.table(name).latestVersion());
        CrashPoint.BETWEEN_TABLES.reach();
        return true;
      } catch (SchemaChangedException e) {
        if (tracker.schemaChanges() >= MOST_SCHEMA_CHANGES) {
          tracker.failed(e);
        } else {
          tracker.schemaChanged(e);
          held.add(name);
        }
        return false;
      } catch (Throwable e) {
        if (isCut()) {
          tracker.stopped(flowsInto(name));
          return false;
        }
        if (retry > retries.flowRetries() || !retries.isRetryable(e)) {
          tracker.failed(e, retry - 1);
          return false;
        }
        tracker.retrying(e, retries.flowWait(retry));
        if (stop.await(retries.flowWait(retry))) {
          tracker.failed(e);
          return false;
        }
      }
    }
  }

  private TableRefresher refresher(TableName name, TableTracker tracker) {
    List<ResolvedFlow> flows = graph.flowsInto(name);
    Dataset dataset = flows.get(0).target();
    if (flows.get(0).changes().isPresent()) {
      return new ChangeTableRefresher(
          dataset, flows, schemaOf(name), this::definitionOf, services, tracker);
    }
    if (dataset.kind().isFilledByFlows()) {
      return new StreamingTableRefresher(
          dataset, flows, schemaOf(name), this::definitionOf, services, tracker);
    }
    ResolvedFlow flow = flows.get(0);
    return new MaterializedViewRefresher(
        flow, schemaOf(name), definitionOf(flow), services, tracker);
  }

  private QueryDefinition definitionOf(ResolvedFlow flow) {
    return new QueryDefinition(
        ViewDefinition.digestOf(flow, graph.definition()),
        flow.plan().deterministic() && !ViewDefinition.readsClock(flow, graph.definition()));
  }

  /** The stored datasets, inputs before readers. */
  private List<Dataset> tablesInOrder() {
    Set<Dataset> tables = new LinkedHashSet<>();
    graph.flows().forEach(flow -> tables.add(flow.target()));
    return new ArrayList<>(tables);
  }

  private List<Flow> flowsInto(TableName name) {
    return graph.flowsInto(name).stream().map(ResolvedFlow::flow).toList();
  }

  private StructType schemaOf(TableName name) {
    return Optional.ofNullable(graph.schemas().get(name))
        .orElseThrow(() -> new IllegalStateException("no schema for " + name));
  }

  private TableTracker tracker(TableName name) {
    return Optional.ofNullable(trackers.get(name))
        .orElseThrow(() -> new IllegalStateException("no such table: " + name));
  }

  private synchronized void report(TableResult soFar) {
    listener.progress(soFar);
  }
}
