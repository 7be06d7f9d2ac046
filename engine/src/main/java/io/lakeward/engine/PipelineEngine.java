/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.catalyst.AnalyzerStart;
import io.lakeward.analysis.graph.GraphResolver;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.graph.ResolvedGraph;
import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.analysis.query.FunctionLookup;
import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.analysis.query.TableLookup;
import io.lakeward.autoloader.SchemaInference;
import io.lakeward.autoloader.discovery.FileDiscovery;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.autoloader.options.SampleLimits;
import io.lakeward.engine.catalog.DroppedTables;
import io.lakeward.engine.catalog.FunctionStore;
import io.lakeward.engine.catalog.ViewStore;
import io.lakeward.engine.event.EventLog;
import io.lakeward.engine.event.EventRetention;
import io.lakeward.engine.executor.ChosenEngine;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.flow.FileAddresses;
import io.lakeward.engine.schema.SchemaCatalog;
import io.lakeward.engine.schema.SchemaVersion;
import io.lakeward.engine.schema.SchemaVersions;
import io.lakeward.engine.sql.SessionTools;
import io.lakeward.engine.sql.SqlSession;
import io.lakeward.engine.sql.TableRefreshes;
import io.lakeward.engine.state.PipelineLock;
import io.lakeward.engine.update.FailedTables;
import io.lakeward.engine.update.RetryPolicy;
import io.lakeward.engine.update.StopRequest;
import io.lakeward.engine.update.UpdateListener;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.engine.update.UpdateRunner;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.language.project.DefinitionAssembler;
import io.lakeward.language.project.PipelineProject;
import io.lakeward.language.project.ProjectReader;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.FunctionDefinition;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.pipeline.SqlFunction;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.Warehouse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.StructType;

/**
 * An opened pipeline project: validates it, runs updates of it, and answers queries over its
 * tables. This class only puts the parts together.
 */
public final class PipelineEngine implements AutoCloseable {
  private static final String DROP_INACTIVE = "pipelines.dropInactiveTables";

  private final EngineConfig config;
  private final ProjectLayout layout;
  private final Problems readProblems;
  private final PipelineProject project;
  private final Warehouse warehouse;
  private final VolumePaths paths;
  private final FileDiscovery discovery;
  private final SourceSchemas schemas;
  private final Engines engines;
  private final StopRequest stop;
  private final TableRefreshes refreshes = new TableRefreshes(this::run);

  private PipelineEngine(
      EngineConfig config,
      ProjectLayout layout,
      PipelineProject project,
      Problems readProblems,
      Engines engines,
      StopRequest stop) {
    this.config = config;
    this.layout = layout;
    this.project = project;
    this.readProblems = readProblems;
    this.warehouse = new Warehouse(layout.warehouse());
    PipelineSettings settings = project.settings();
    this.paths = layout.paths(settings.configuration());
    this.discovery = new FileDiscovery(paths, timeZone(settings));
    this.schemas =
        new SourceSchemas(
            discovery,
            new SchemaInference(
                paths, timeZone(settings), SampleLimits.of(settings.configuration())),
            new SchemaVersions(layout.schemas(), config.clock()));
    this.engines = engines;
    this.stop = stop;
  }

  /**
   * Reads the project folder. Mistakes in it are kept until {@link #validate()} or {@link #run} is
   * called, so that a query over the tables is possible all the same.
   *
   * @throws ProjectException if there is no such folder
   */
  public static PipelineEngine open(EngineConfig config) {
    Problems problems = new Problems();
    PipelineProject project =
        new ProjectReader().read(config.projectFolder(), config.parameters(), problems);
    AnalyzerStart.await();
    ProjectLayout layout = ProjectLayout.of(config.projectFolder(), config.volumesFolder());
    PipelineSettings settings = project.settings();
    Engines engines =
        new Engines(
            config.engine().orElse(settings.engine()),
            config.embedded(),
            config.spark(),
            new ExecutorSettings(
                layout.state(),
                timeZone(settings),
                settings.configuration(),
                layout.paths(settings.configuration())));
    return new PipelineEngine(config, layout, project, problems, engines, new StopRequest());
  }

  public ProjectLayout layout() {
    return layout;
  }

  public PipelineSettings settings() {
    return project.settings();
  }

  public EventLog eventLog() {
    return new EventLog(layout.events());
  }

  /**
   * The whole project with every query resolved. Creates nothing.
   *
   * @throws ProjectException with all problems of the project at once
   */
  public ResolvedGraph validate() {
    return plan().graph();
  }

  /** A graph in which every flow has an engine that can run it. */
  private record Planned(ResolvedGraph graph, Map<TableName, ChosenEngine> engines) {}

  private Planned plan() {
    Problems problems = new Problems();
    ResolvedGraph graph = resolve(problems);
    Map<TableName, ChosenEngine> chosen = new HashMap<>();
    for (ResolvedFlow flow : graph.flows()) {
      Engines.Decision decision = engines.decide(flow);
      decision.engine().ifPresent(engine -> chosen.put(flow.flow().name(), engine));
      decision.problem().ifPresent(problems::add);
    }
    CleaningChecks.check(graph, paths, problems);
    problems.throwIfAny();
    return new Planned(graph, chosen);
  }

  /** The same for an update; tables that start over learn the columns of their files anew. */
  private Planned plan(UpdateRequest request) {
    Planned planned = plan();
    Set<String> keys = StreamedSources.startingOver(planned.graph(), request);
    if (!keys.isEmpty()) {
      schemas.relearn(keys);
      planned = plan();
    }
    return new Planned(
        ReplacedWindows.apply(planned.graph(), request.replaceWhere()), planned.engines());
  }

  /**
   * Brings tables up to date.
   *
   * @throws ProjectException if the project or the request is wrong, or another update is running;
   *     then no table was touched
   */
  public UpdateResult run(UpdateRequest request, UpdateListener listener) {
    Planned planned;
    RetryPolicy retries;
    try {
      planned = plan(request);
      retries = RetryPolicy.of(project.settings(), request.mode(), request.continuous());
      checkSettings();
    } catch (ProjectException e) {
      UpdateLog.refused(layout, project, config.clock(), request, e);
      throw e;
    }
    try (PipelineLock lock = PipelineLock.acquire(layout.lock(), config.clock().instant())) {
      ProjectLayout settled = layout.settled();
      return settled.pipelineId().equals(layout.pipelineId())
          ? runLocked(planned, request, listener, retries)
          : new PipelineEngine(config, settled, project, readProblems, engines, stop)
              .runAfterAnother(request, listener, retries);
    }
  }

  /** Another process ran the first update of this project after this one had read it. */
  private UpdateResult runAfterAnother(
      UpdateRequest request, UpdateListener listener, RetryPolicy retries) {
    return runLocked(plan(request), request, listener, retries);
  }

  /** Mistakes in settings that are needed late are told before the update. */
  private void checkSettings() {
    EventRetention.of(project.settings().configuration());
    ListenerJars.of(project.settings(), layout.project());
  }

  private UpdateResult runLocked(
      Planned planned, UpdateRequest request, UpdateListener listener, RetryPolicy retries) {
    schemas.save();
    new Publications(layout).publish(planned.graph().definition());
    boolean dropsInactive =
        "true".equalsIgnoreCase(project.settings().configuration().get(DROP_INACTIVE));
    ownTables()
        .settle(
            planned.graph().definition(),
            dropsInactive ? Optional.of(droppedTables()) : Optional.empty());
    UpdateRequest asked = request;
    String cause = "USER_ACTION";
    for (int retry = 1; ; retry++) {
      String updateId = UUID.randomUUID().toString();
      ProjectServices services =
          services(planned.graph().definition(), planned.engines(), updateId);
      try (UpdateLog log = new UpdateLog(layout, project, config.clock(), updateId, services)) {
        log.checkTarget();
        UpdateRunner runner =
            new UpdateRunner(
                updateId,
                new UpdateRunner.Resolution(planned.graph(), services),
                () -> resolveAgain(updateId, request),
                asked,
                log.events(),
                listener,
                retries,
                stop);
        boolean isLast = retry > retries.updateRetries();
        UpdateResult result = runner.run(cause, isLast);
        log.keep(this::analyze, this::executorFor);
        if (result.state() != UpdateState.FAILED || isLast || !runner.isRetryable()) {
          return result;
        }
        listener.retrying(result, retries.updateWait(retry));
        if (stop.await(retries.updateWait(retry))) {
          return result;
        }
        asked = runner.remaining();
        cause = "RETRY_ON_FAILURE";
      }
    }
  }

  /** After a source has got columns. They are kept only if all queries make sense with them. */
  private UpdateRunner.Resolution resolveAgain(String updateId, UpdateRequest request) {
    try {
      Planned planned = plan();
      schemas.save();
      return new UpdateRunner.Resolution(
          ReplacedWindows.apply(planned.graph(), request.replaceWhere()),
          services(planned.graph().definition(), planned.engines(), updateId));
    } finally {
      schemas.discard();
    }
  }

  private AnalyzedQuery analyze(SqlText text) {
    QueryAnalyzer analyzer = new QueryAnalyzer(schemas, functions(List.of()));
    return analyzer.analyze(text, publishedScope(analyzer));
  }

  /** Asks the running update to come to its end: what is begun is finished, nothing new begins. */
  public void requestStop() {
    stop.make();
  }

  /** The tables that the last update failed or skipped, if they are still defined. */
  public List<String> failedTables() {
    List<Dataset> defined = new DefinitionAssembler().assemble(project, new Problems()).datasets();
    return FailedTables.of(eventLog()).stream()
        .filter(name -> defined.stream().anyMatch(d -> d.name().toString().equals(name)))
        .toList();
  }

  /** The tables that this pipeline has made, defined now or not. */
  public List<TableName> madeTables() {
    return ownTables().all();
  }

  /**
   * Takes the pipeline's tables and views away. They can be brought back for a week.
   *
   * @param keepTables leaves the tables, as inactive ones
   * @throws ProjectException if an update is running
   */
  public void delete(boolean keepTables) {
    try (PipelineLock lock = PipelineLock.acquire(layout.lock(), config.clock().instant())) {
      PipelineDefinition nothing = new PipelineDefinition(project.settings(), List.of(), List.of());
      new Publications(layout).publish(nothing);
      ownTables().settle(nothing, keepTables ? Optional.empty() : Optional.of(droppedTables()));
      UpdateLog.deleted(layout, project, config.clock());
    }
  }

  /** From which columns the columns of stored datasets are made, inputs before readers. */
  public List<FlowLineage> lineage() {
    Problems problems = new Problems();
    ResolvedGraph graph = resolve(problems);
    problems.throwIfAny();
    return graph.flows().stream().map(FlowLineage::of).toList();
  }

  /** How each stored dataset would be filled, inputs before readers. */
  public List<FlowExplanation> explain() {
    Problems problems = new Problems();
    ResolvedGraph graph = resolve(problems);
    problems.throwIfAny();
    return graph.flows().stream()
        .map(flow -> FlowExplanation.of(flow, engines.decide(flow)))
        .toList();
  }

  /** What was learned of the columns of streamed files. */
  public SchemaCatalog schemas() {
    return new SchemaCatalog(
        new SchemaVersions(layout.schemas(), config.clock()),
        StreamedSources.readers(resolve(new Problems())));
  }

  /**
   * Makes an older schema of a streamed source the newest.
   *
   * @param name a path as in the query, or a table that is filled from it
   * @throws ProjectException if there is no such source or version, or an update is running
   */
  public SchemaVersion rollbackSchema(String name, long version) {
    try (PipelineLock lock = PipelineLock.acquire(layout.lock(), config.clock().instant())) {
      SchemaCatalog catalog = schemas();
      return catalog.rollback(catalog.find(name), version);
    }
  }

  /** A session of statements over the published tables. */
  public SqlSession session() {
    return new SqlSession(
        project.settings(),
        new SessionTools(
            warehouse,
            new ViewStore(layout.views()),
            new FunctionStore(layout.functions()),
            droppedTables(),
            () -> new QueryAnalyzer(schemas, functions(List.of())),
            this::publishedScope,
            services(Set.of(), Map.of(), ""),
            this::executorFor,
            () -> PipelineLock.acquire(layout.lock(), config.clock().instant()),
            refreshes,
            eventLog()));
  }

  private Executor executorFor(LogicalPlan plan) {
    Engines.Decision decision = engines.decide(plan, List.of());
    decision
        .problem()
        .ifPresent(
            problem -> {
              throw new ProjectException(problem);
            });
    return decision.engine().orElseThrow().executor();
  }

  /**
   * The rows of the last statement of a text.
   *
   * @param limit at most this many rows
   */
  public QueryResult query(String sql, int limit) {
    List<QueryResult> results = new ArrayList<>();
    session().run(sql, limit, results::add);
    return results.isEmpty()
        ? new QueryResult(new StructType(), List.of(), false)
        : results.get(results.size() - 1);
  }

  private ResolvedGraph resolve(Problems problems) {
    Problems declared = new Problems();
    declared.addAll(readProblems.sorted());
    PipelineDefinition definition =
        ownTables().altered(new DefinitionAssembler().assemble(project, declared));
    EventLogTarget.check(definition, declared);
    if (config.dialect() == Dialect.STRICT) {
      StrictDialect.check(definition, declared);
    }
    Problems resolved = new Problems();
    TableLookup others = ownTables().others(new WarehouseTables(warehouse, pipelines()));
    ResolvedGraph graph =
        new GraphResolver()
            .resolve(
                definition,
                schemas,
                others,
                functions(
                    definition.functions().stream().map(FunctionDefinition::function).toList()),
                resolved);
    FunctionChecks.check(
        definition, schemas, this::functions, FunctionChecks.tables(graph, others), declared);
    problems.addAll(declared.sorted());
    LostDatasets lost = LostDatasets.of(declared.sorted());
    for (Problem problem : resolved.sorted()) {
      boolean isKnown =
          declared.sorted().stream()
              .anyMatch(p -> p.code() == problem.code() && p.where().equals(problem.where()));
      // Of what was declared and left out again the graph does not know.
      boolean isLeftOut =
          problem.code() == ProblemCode.PIPELINE_DATASET_WITHOUT_FLOW && !declared.isEmpty();
      if (!isKnown && !isLeftOut) {
        problems.add(lost.explains(problem) ? lost.asConsequence(problem) : problem);
      }
    }
    return graph;
  }

  private OwnTables ownTables() {
    return new OwnTables(warehouse, services(Set.of(), Map.of(), ""));
  }

  private DroppedTables droppedTables() {
    return new DroppedTables(layout.dropped(), config.clock());
  }

  private PublishedScope publishedScope(QueryAnalyzer analyzer) {
    return new PublishedScope(
        new WarehouseTables(warehouse, pipelines()), new ViewStore(layout.views()), analyzer);
  }

  private FunctionLookup functions(List<SqlFunction> declared) {
    return PipelineFunctions.of(
        declared, new FunctionStore(layout.functions()), project.settings());
  }

  private ProjectPipelines pipelines() {
    return new ProjectPipelines(
        layout.pipelineId(),
        project.settings().name(),
        project.settings().monitoring().pipelineId());
  }

  private ProjectServices services(
      PipelineDefinition definition, Map<TableName, ChosenEngine> chosen, String updateId) {
    return services(
        definition.datasets().stream()
            .filter(Dataset::isPrivate)
            .flatMap(d -> Stream.concat(Stream.of(d.name()), d.quarantine().stream()))
            .collect(Collectors.toUnmodifiableSet()),
        chosen,
        updateId);
  }

  private ProjectServices services(
      Set<TableName> privateTables, Map<TableName, ChosenEngine> chosen, String updateId) {
    return new ProjectServices(
        chosen,
        warehouse,
        new Warehouse(layout.privateWarehouse()),
        privateTables,
        discovery,
        schemas,
        FileAddresses.of(paths),
        layout.pipelineState(),
        config.clock(),
        updateId);
  }

  private static String timeZone(PipelineSettings settings) {
    return settings.configuration().getOrDefault("spark.sql.session.timeZone", "UTC");
  }

  @Override
  public void close() {
    refreshes.close();
    engines.close();
  }
}
