/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.query.NameScope;
import io.lakeward.analysis.query.PipelineLookup;
import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.analysis.query.TableReference;
import io.lakeward.engine.catalog.PublishedView;
import io.lakeward.engine.catalog.ViewStore;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What a query outside the pipeline can read: the tables of the warehouse and published views. */
final class PublishedScope implements NameScope {
  private final NameScope tables;
  private final WarehouseTables warehouse;
  private final ViewStore views;
  private final QueryAnalyzer analyzer;
  private final List<TableName> open;

  PublishedScope(WarehouseTables warehouse, ViewStore views, QueryAnalyzer analyzer) {
    this(warehouse, views, analyzer, List.of());
  }

  private PublishedScope(
      WarehouseTables warehouse, ViewStore views, QueryAnalyzer analyzer, List<TableName> open) {
    this.tables = NameScope.ofTables(warehouse);
    this.warehouse = warehouse;
    this.views = views;
    this.analyzer = analyzer;
    this.open = open;
  }

  @Override
  public Optional<Named> find(TableReference reference) {
    return tables
        .find(reference)
        .or(
            () ->
                reference.qualified().flatMap(views::find).map(view -> expanded(view, reference)));
  }

  private Named expanded(PublishedView view, TableReference reference) {
    if (open.contains(view.name())) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.CIRCULAR_DEPENDENCY,
                  "The view " + view.name().quoted() + " reads itself.")
              .at(reference.where())
              .withFix("Run the pipeline that publishes the view again."));
    }
    List<TableName> inside = new ArrayList<>(open);
    inside.add(view.name());
    try {
      return new Expanded(
          view.name(),
          analyzer
              .analyze(view.text(), new PublishedScope(warehouse, views, analyzer, inside))
              .plan());
    } catch (ProjectException e) {
      throw new ProjectException(
          e.problems().stream()
              .map(
                  p ->
                      new Problem(
                          p.code(),
                          "In the view " + view.name().quoted() + ": " + p.message(),
                          Optional.of(reference.where()),
                          p.fix()))
              .toList());
    }
  }

  @Override
  public Collection<TableName> known() {
    List<TableName> names = new ArrayList<>(warehouse.all());
    views.all().forEach(view -> names.add(view.name()));
    return names;
  }

  @Override
  public PipelineLookup pipelines() {
    return tables.pipelines();
  }
}
