/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.graph.ResolvedGraph;
import io.lakeward.engine.executor.ChosenEngine;
import io.lakeward.engine.flow.MaterializedViewRefresher;
import io.lakeward.engine.flow.RefreshServices;
import io.lakeward.engine.flow.StreamingTableRefresher;
import io.lakeward.engine.flow.TableRefresher;
import io.lakeward.engine.state.CrashPoint;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Flow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.StructType;

/** Runs one update of a resolved pipeline and reports what happened. */
public final class UpdateRunner {
  /** More flows at once would only wait for the processor: each one uses all of it. */
  private static final int PARALLEL_TABLES =
      Math.max(2, Runtime.getRuntime().availableProcessors());

  private final String updateId;
  private final ResolvedGraph graph;
  private final UpdateRequest request;
  private final RefreshServices services;
  private final UpdateEvents events;
  private final UpdateListener listener;
  private final Map<TableName, TableTracker> trackers = new LinkedHashMap<>();

  public UpdateRunner(
      String updateId,
      ResolvedGraph graph,
      UpdateRequest request,
      RefreshServices services,
      UpdateEvents events,
      UpdateListener listener) {
    this.updateId = updateId;
    this.graph = graph;
    this.request = request;
    this.services = services;
    this.events = events;
    this.listener = listener;
  }

  /**
   * @throws io.lakeward.model.problem.ProjectException if the request does not fit the pipeline;
   *     then nothing has been done. A table that fails is part of the result.
   */
  public UpdateResult run() {
    long start = System.nanoTime();
    TableSelection selection = TableSelection.of(request, graph.definition());
    List<Dataset> tables = tablesInOrder();
    events.started(graph.definition().settings(), request);
    events.updateProgress("QUEUED");
    events.updateProgress("INITIALIZING");
    describe(graph.definition().datasets());
    for (Dataset table : tables) {
      trackers.put(
          table.name(),
          new TableTracker(table, new RuleActions(graph.definition()), events, this::report));
    }
    graph.flows().forEach(events::flowDefinition);
    graph
        .flows()
        .forEach(
            flow -> {
              ChosenEngine engine = services.engine(flow);
              events.planningInformation(flow.flow(), engine.executor().name(), engine.reason());
            });

    List<TableName> names = tables.stream().map(Dataset::name).toList();
    List<TableName> selected = names.stream().filter(selection.refresh()::contains).toList();
    names.stream()
        .filter(name -> !selection.refresh().contains(name))
        .forEach(name -> tracker(name).excluded(flowsInto(name)));
    listener.started(updateId, selected);
    if (!selection.startOver().isEmpty()) {
      events.updateProgress("RESETTING");
    }
    events.updateProgress("SETTING_UP_TABLES");
    selected.forEach(name -> tracker(name).queued(flowsInto(name)));
    events.updateProgress("RUNNING");
    boolean good =
        new TableScheduler(PARALLEL_TABLES)
            .run(
                selected,
                graph.upstream(),
                name -> refresh(name, selection.startOver().contains(name)),
                name -> tracker(name).skipped(flowsInto(name)));
    events.updateProgress(
        good ? "COMPLETED" : "FAILED",
        trackers.values().stream().flatMap(t -> t.failure().stream()).findFirst());

    List<TableResult> results = trackers.values().stream().map(TableTracker::result).toList();
    return new UpdateResult(
        updateId,
        good ? UpdateState.COMPLETED : UpdateState.FAILED,
        results.stream().anyMatch(TableResult::changed),
        results,
        Duration.ofNanos(System.nanoTime() - start));
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

  private boolean refresh(TableName name, boolean startOver) {
    TableTracker tracker = tracker(name);
    tracker.started();
    try {
      refresher(name, tracker).refresh(startOver);
      tracker.finished(services.table(name).latestVersion());
      CrashPoint.BETWEEN_TABLES.reach();
      return true;
    } catch (Throwable e) {
      tracker.failed(e);
      return false;
    }
  }

  private TableRefresher refresher(TableName name, TableTracker tracker) {
    List<ResolvedFlow> flows = graph.flowsInto(name);
    Dataset dataset = flows.get(0).target();
    if (dataset.kind().isFilledByFlows()) {
      return new StreamingTableRefresher(dataset, flows, schemaOf(name), services, tracker);
    }
    ResolvedFlow flow = flows.get(0);
    return new MaterializedViewRefresher(
        flow,
        schemaOf(name),
        ViewDefinition.textOf(flow, graph.definition()),
        flow.plan().deterministic() && !ViewDefinition.readsClock(flow),
        services,
        tracker);
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
