/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.analysis.query.NameScope;
import io.lakeward.analysis.query.PipelineLookup;
import io.lakeward.analysis.query.TableLookup;
import io.lakeward.analysis.query.TableReference;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.StructType;

/** The names that flows see: datasets resolved so far, then tables outside the pipeline. */
final class GraphScope implements NameScope {
  private final DatasetNames names;
  private final List<TableName> datasets;
  private final Set<TableName> changeTargets;
  private final TableLookup tables;
  private final Map<TableName, StructType> schemas = new HashMap<>();
  private final Map<TableName, LogicalPlan> views = new HashMap<>();

  /**
   * @param changeTargets the datasets whose rows AUTO CDC flows change
   */
  GraphScope(
      DatasetNames names,
      List<Dataset> datasets,
      Set<TableName> changeTargets,
      TableLookup tables) {
    this.names = names;
    this.changeTargets = Set.copyOf(changeTargets);
    this.datasets = datasets.stream().map(Dataset::name).toList();
    this.tables = tables;
  }

  void addTable(TableName name, StructType schema) {
    schemas.put(name, schema);
  }

  void addView(TableName name, LogicalPlan plan) {
    views.put(name, plan);
    schemas.put(name, plan.schema());
  }

  Map<TableName, StructType> schemas() {
    return schemas;
  }

  Map<TableName, AnalyzedQuery> views() {
    Map<TableName, AnalyzedQuery> queries = new HashMap<>();
    views.forEach((name, plan) -> queries.put(name, new AnalyzedQuery(plan)));
    return queries;
  }

  @Override
  public Optional<Named> find(TableReference reference) {
    Optional<Dataset> dataset = names.find(reference);
    if (dataset.isPresent()) {
      return dataset.flatMap(found -> read(found, reference));
    }
    Optional<Named> table =
        reference.isLive() ? Optional.empty() : NameScope.ofTables(tables).find(reference);
    Optional<Dataset> view = names.temporaryView(reference);
    if (table.isEmpty() && view.isPresent()) {
      throw new ProjectException(GraphProblems.temporaryViewByLongName(view.get(), reference));
    }
    return table;
  }

  private Optional<Named> read(Dataset dataset, TableReference reference) {
    Optional<TableName> quarantine =
        dataset.quarantine().filter(q -> q.table().equalsIgnoreCase(reference.simpleName()));
    TableName name = quarantine.orElse(dataset.name());
    if (changeTargets.contains(name) && reference.reading().isSet("skipChangeCommits")) {
      throw new ProjectException(GraphProblems.skippingChangesOfChangeTarget(reference));
    }
    LogicalPlan view = views.get(name);
    if (view == null) {
      return Optional.ofNullable(schemas.get(name))
          .map(
              schema ->
                  Stored.of(
                      name,
                      schemaAt(name, schema, reference),
                      reference.reading(),
                      dataset.policy()));
    }
    if (reference.isStreaming() && !view.isStreaming()) {
      throw new ProjectException(GraphProblems.batchViewReadAsStream(dataset, reference));
    }
    if (!reference.isStreaming() && view.isStreaming()) {
      throw new ProjectException(GraphProblems.streamingViewReadInBatch(dataset, reference));
    }
    return Optional.of(new Expanded(name, view));
  }

  /** An older state of a dataset has the columns of then. */
  private StructType schemaAt(TableName name, StructType schema, TableReference reference) {
    return reference.reading().at().isPresent() && !reference.isStreaming()
        ? tables.find(name, reference.reading()).orElse(schema)
        : schema;
  }

  @Override
  public PipelineLookup pipelines() {
    return tables.pipelines();
  }

  @Override
  public Collection<TableName> known() {
    List<TableName> all = new ArrayList<>(datasets);
    all.addAll(tables.all());
    return all;
  }
}
