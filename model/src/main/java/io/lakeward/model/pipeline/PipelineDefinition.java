/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.name.TableName;
import java.util.List;
import java.util.Optional;

/** All that a project declares: settings, datasets and the flows that fill them. */
public record PipelineDefinition(
    PipelineSettings settings,
    List<Dataset> datasets,
    List<Flow> flows,
    List<FunctionDefinition> functions) {
  /** A pipeline without functions. */
  public PipelineDefinition(PipelineSettings settings, List<Dataset> datasets, List<Flow> flows) {
    this(settings, datasets, flows, List.of());
  }

  public PipelineDefinition {
    functions = List.copyOf(functions);
    datasets = List.copyOf(datasets);
    flows = List.copyOf(flows);
  }

  public Optional<Dataset> findDataset(TableName name) {
    return datasets.stream().filter(d -> d.name().equals(name)).findFirst();
  }

  public List<Flow> flowsInto(TableName target) {
    return flows.stream().filter(f -> f.target().equals(target)).toList();
  }
}
