/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.analysis.query.FileSchemas;
import io.lakeward.analysis.query.FunctionLookup;
import io.lakeward.analysis.query.ParsedQuery;
import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.analysis.query.TableLookup;
import io.lakeward.analysis.query.TableReference;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.pipeline.RowPolicy;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.StructType;

/** One resolution of one pipeline: what is resolved so far, and what has failed. */
final class GraphResolution {
  private final PipelineDefinition definition;
  private final FunctionLookup functions;
  private final QueryAnalyzer analyzer;
  private final DatasetNames names;
  private final GraphScope scope;
  private final FlowSettings settings = new FlowSettings();
  private final Map<Flow, ParsedQuery> parsed = new HashMap<>();
  private final Map<TableName, List<Flow>> flowsByTarget = new HashMap<>();
  private final Map<TableName, List<Dataset>> lookedIn = new HashMap<>();
  private final Set<TableName> failed = new HashSet<>();
  private final Map<TableName, Set<TableName>> upstream = new HashMap<>();
  private final List<ResolvedFlow> resolved = new ArrayList<>();
  private final List<Problem> causes = new ArrayList<>();
  private final List<Problem> consequences = new ArrayList<>();

  GraphResolution(
      PipelineDefinition definition,
      FileSchemas files,
      TableLookup tables,
      FunctionLookup functions) {
    this.definition = definition;
    this.functions = functions;
    this.analyzer = new QueryAnalyzer(files, functions);
    this.names = new DatasetNames(definition);
    this.scope =
        new GraphScope(
            names,
            definition.datasets(),
            definition.flows().stream()
                .filter(flow -> flow.autoCdc().isPresent())
                .map(Flow::target)
                .collect(Collectors.toSet()),
            tables);
    for (Flow flow : definition.flows()) {
      flowsByTarget.computeIfAbsent(flow.target(), name -> new ArrayList<>()).add(flow);
    }
  }

  ResolvedGraph run(Problems problems) {
    definition.flows().forEach(this::parse);
    for (List<Dataset> group : DependencyOrder.groups(definition.datasets(), this::inputs)) {
      Dataset dataset = group.get(0);
      if (group.size() > 1 || inputs(dataset).contains(dataset)) {
        refuseCircle(group);
      } else {
        resolve(dataset);
      }
    }
    problems.addAll(causes);
    problems.addAll(consequences);
    return new ResolvedGraph(
        definition, resolved, scope.schemas(), storedUpstream(), scope.views());
  }

  private void parse(Flow flow) {
    try {
      parsed.put(flow, analyzer.parse(flow.query()));
    } catch (ProjectException e) {
      fail(flow.target(), e);
    }
  }

  private void fail(TableName dataset, ProjectException e) {
    failed.add(dataset);
    causes.addAll(e.problems());
  }

  private List<Flow> flowsInto(Dataset dataset) {
    return flowsByTarget.getOrDefault(dataset.name(), List.of());
  }

  private List<TableReference> references(Flow flow) {
    ParsedQuery query = parsed.get(flow);
    return query == null ? List.of() : query.references();
  }

  private Collection<Dataset> inputs(Dataset dataset) {
    Set<Dataset> inputs = new LinkedHashSet<>();
    for (Flow flow : flowsInto(dataset)) {
      references(flow).forEach(reference -> inputs.addAll(inputs(reference)));
    }
    return inputs;
  }

  /** What a reference reads: a dataset, and those in which its row filter and masks look. */
  private List<Dataset> inputs(TableReference reference) {
    List<Dataset> inputs = new ArrayList<>();
    names
        .find(reference)
        .ifPresent(
            input -> {
              inputs.add(input);
              inputs.addAll(lookedIn.computeIfAbsent(input.name(), name -> lookedIn(input)));
            });
    return inputs;
  }

  private List<Dataset> lookedIn(Dataset dataset) {
    List<RowPolicy.PolicyCall> calls = new ArrayList<>(dataset.policy().masks().values());
    dataset.policy().rowFilter().ifPresent(calls::add);
    List<Dataset> found = new ArrayList<>();
    for (RowPolicy.PolicyCall call : calls) {
      SqlText query =
          new SqlText(
              dataset.where(),
              "SELECT " + call.sql(),
              dataset.name().catalog(),
              dataset.name().schema(),
              Map.of());
      try {
        analyzer.parse(query).references().forEach(r -> names.find(r).ifPresent(found::add));
      } catch (ProjectException e) {
        // Told where the dataset is read.
      }
    }
    return found;
  }

  private void refuseCircle(List<Dataset> group) {
    List<Dataset> circle = DependencyOrder.circle(group, this::inputs);
    Dataset reader = circle.get(0);
    Dataset read = circle.get(1);
    SourceSpan where =
        flowsInto(reader).stream()
            .flatMap(flow -> references(flow).stream())
            .filter(reference -> inputs(reference).contains(read))
            .map(TableReference::where)
            .findFirst()
            .orElse(reader.where());
    causes.add(GraphProblems.circle(circle.stream().map(Dataset::name).toList(), where));
    group.forEach(dataset -> failed.add(dataset.name()));
  }

  private void resolve(Dataset dataset) {
    recordUpstream(dataset);
    Map<Flow, AnalyzedQuery> queries = new LinkedHashMap<>();
    for (Flow flow : flowsInto(dataset)) {
      if (parsed.containsKey(flow) && hasGoodInputs(flow, dataset)) {
        try {
          Flow settled = settings.withSettingsOf(viewsOf(flow), flow);
          parsed.put(settled, parsed(flow).withText(settled.query()));
          queries.put(settled, analyze(settled, dataset));
        } catch (ProjectException e) {
          fail(dataset.name(), e);
        }
      }
    }
    if (failed.contains(dataset.name())) {
      return;
    }
    try {
      if (dataset.kind().isStored()) {
        addTable(dataset, queries);
      } else {
        addView(dataset, queries);
      }
    } catch (ProjectException e) {
      fail(dataset.name(), e);
    }
  }

  private List<TableName> viewsOf(Flow flow) {
    return references(flow).stream()
        .flatMap(reference -> names.find(reference).stream())
        .filter(input -> input.kind() == DatasetKind.TEMPORARY_VIEW)
        .map(Dataset::name)
        .toList();
  }

  private boolean hasGoodInputs(Flow flow, Dataset target) {
    for (TableReference reference : references(flow)) {
      for (Dataset input : inputs(reference)) {
        if (failed.contains(input.name())) {
          failed.add(target.name());
          consequences.add(GraphProblems.upstreamFailed(flow, input, reference.where()));
          return false;
        }
      }
    }
    return true;
  }

  private AnalyzedQuery analyze(Flow flow, Dataset target) {
    ParsedQuery query = parsed(flow);
    refuseTemporaryInput(query, target);
    AnalyzedQuery analyzed = analyzer.analyze(query, scope);
    SourceSpan where = query.where();
    if (flow.kind().isAutoCdc()) {
      return analyzed;
    }
    boolean mustStream = flow.kind() == FlowKind.APPEND || flow.kind() == FlowKind.REPLACE_USING;
    if (mustStream && !analyzed.isStreaming()) {
      throw new ProjectException(GraphProblems.batchFlowForStreamingTable(flow, target, where));
    }
    if (analyzed.isStreaming()) {
      if (flow.kind() == FlowKind.ONCE) {
        throw new ProjectException(GraphProblems.streamingFlowForOnce(flow, target, where));
      }
      if (flow.kind() == FlowKind.REPLACE_WHERE) {
        throw new ProjectException(ReplacementProblems.streamingQuery(flow, target, where));
      }
      if (flow.kind() == FlowKind.REFRESH || target.kind() == DatasetKind.VIEW) {
        throw new ProjectException(GraphProblems.streamingQuery(flow, target, where));
      }
    }
    return analyzed;
  }

  private void refuseTemporaryInput(ParsedQuery query, Dataset target) {
    if (target.kind() != DatasetKind.VIEW) {
      return;
    }
    for (TableReference reference : query.references()) {
      Optional<Dataset> input = names.find(reference);
      if (input.isPresent()
          && (input.get().kind() == DatasetKind.TEMPORARY_VIEW || input.get().isPrivate())) {
        throw new ProjectException(
            GraphProblems.temporaryViewInPublishedView(target, input.get(), reference.where()));
      }
    }
  }

  private ParsedQuery parsed(Flow flow) {
    ParsedQuery query = parsed.get(flow);
    if (query == null) {
      throw new IllegalStateException("flow " + flow.name() + " is not parsed");
    }
    return query;
  }

  private void addView(Dataset view, Map<Flow, AnalyzedQuery> queries) {
    if (queries.isEmpty()) {
      throw new ProjectException(GraphProblems.withoutFlow(view));
    }
    if (!view.expectations().isEmpty() && view.kind() != DatasetKind.TEMPORARY_VIEW) {
      SourceSpan where = view.expectations().get(0).condition().span();
      throw new ProjectException(GraphProblems.expectationsOnView(view, where));
    }
    if (view.kind() == DatasetKind.VIEW && view.columns().isEmpty()) {
      queries
          .keySet()
          .forEach(
              flow ->
                  parsed(flow)
                      .firstColumnWithoutName()
                      .ifPresent(
                          column -> {
                            SourceSpan where = parsed(flow).where();
                            throw new ProjectException(
                                GraphProblems.viewColumnWithoutName(view, column, where));
                          }));
    }
    queries.forEach(
        (flow, query) -> {
          LogicalPlan plan = RowShape.rename(query.plan(), view, parsed(flow).where());
          scope.addView(view.name(), Expectations.checked(view, plan, functions));
        });
  }

  private void addTable(Dataset table, Map<Flow, AnalyzedQuery> queries) {
    boolean isFullyDeclared =
        !table.columns().isEmpty() && table.columns().stream().allMatch(c -> c.type().isPresent());
    if (queries.isEmpty() && !isFullyDeclared) {
      throw new ProjectException(GraphProblems.withoutFlow(table));
    }
    if (queries.keySet().stream().anyMatch(flow -> flow.kind().isAutoCdc())) {
      AutoCdcResolution changes = new AutoCdcResolution(table, queries, functions);
      StructType schema = changes.schema();
      List<ResolvedFlow> flows = changes.resolve(schema);
      resolved.addAll(flows);
      addTable(table, schema, flows.get(0).changes().orElseThrow().target().columns());
      return;
    }
    ReplacementResolution.check(table, List.copyOf(queries.keySet()));
    Map<SourceSpan, AnalyzedQuery> byPlace = new LinkedHashMap<>();
    queries.forEach((flow, query) -> byPlace.put(parsed(flow).where(), query));
    StructType schema = TargetColumns.of(table, byPlace);
    List<ResolvedFlow> flows = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    queries.forEach(
        (flow, query) -> {
          try {
            flows.add(resolvedFlow(flow, table, query, schema));
          } catch (ProjectException e) {
            problems.addAll(e.problems());
          }
        });
    if (!problems.isEmpty()) {
      throw new ProjectException(problems.stream().distinct().toList());
    }
    resolved.addAll(flows);
    addTable(table, schema, schema);
  }

  /**
   * @param row the columns that rules look at
   */
  private void addTable(Dataset table, StructType schema, StructType row) {
    scope.addTable(table.name(), schema);
    table.quarantine().ifPresent(name -> scope.addTable(name, Quarantine.schema(table, row)));
  }

  private ResolvedFlow resolvedFlow(
      Flow flow, Dataset target, AnalyzedQuery query, StructType schema) {
    CatalystSession session = CatalystSession.of(QueryAnalyzer.sparkSettings(flow.query()));
    LogicalPlan plan =
        session.within(
            () ->
                RowShape.fit(
                    query.plan(),
                    target,
                    schema,
                    new ColumnValues(target, schema, functions),
                    session.conf(),
                    parsed(flow).where()));
    AnalyzedQuery fitted = new AnalyzedQuery(plan);
    ResolvedFlow resolvedFlow =
        new ResolvedFlow(
            flow,
            target,
            plan,
            schema,
            fitted.sources(),
            Expectations.resolve(target, plan, functions));
    return flow.replacement()
        .map(
            rows ->
                resolvedFlow.replacing(
                    new ReplacementResolution(rows, query.plan(), plan).resolve()))
        .orElse(resolvedFlow);
  }

  private void recordUpstream(Dataset dataset) {
    Set<TableName> read = new LinkedHashSet<>();
    for (Dataset input : inputs(dataset)) {
      if (input.kind().isStored()) {
        read.add(input.name());
      } else {
        read.addAll(upstream.getOrDefault(input.name(), Set.of()));
      }
    }
    upstream.put(dataset.name(), Set.copyOf(read));
  }

  private Map<TableName, Set<TableName>> storedUpstream() {
    Map<TableName, Set<TableName>> stored = new HashMap<>();
    for (Dataset dataset : definition.datasets()) {
      if (dataset.kind().isStored()) {
        stored.put(dataset.name(), upstream.getOrDefault(dataset.name(), Set.of()));
      }
    }
    return stored;
  }
}
