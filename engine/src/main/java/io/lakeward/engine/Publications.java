/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.engine.catalog.FunctionStore;
import io.lakeward.engine.catalog.PublishedView;
import io.lakeward.engine.catalog.ViewStore;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.pipeline.SqlText;
import java.util.ArrayList;
import java.util.List;

/** Makes a pipeline's functions and views known to everybody who reads its tables. */
record Publications(ProjectLayout layout) {

  /** Functions and views have no rows: they are there for everybody when an update begins. */
  void publish(PipelineDefinition definition) {
    FunctionStore functions = new FunctionStore(layout.functions());
    definition.functions().forEach(f -> functions.put(f.function()));
    List<PublishedView> views = new ArrayList<>();
    for (Dataset dataset : definition.datasets()) {
      if (dataset.kind() == DatasetKind.VIEW) {
        definition.flowsInto(dataset.name()).stream()
            .findFirst()
            .ifPresent(flow -> views.add(published(dataset, flow.query())));
      }
    }
    new ViewStore(layout.views()).replace(layout.pipelineId(), views);
  }

  private PublishedView published(Dataset view, SqlText query) {
    return new PublishedView(
        view.name(),
        query.sql(),
        query.catalog(),
        query.schema(),
        query.conf(),
        view.columns().stream().map(ColumnDefinition::name).toList(),
        view.comment(),
        layout.pipelineId());
  }
}
