/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FunctionDefinition;
import java.util.List;

/**
 * What one SQL file declares, in the order of its text.
 *
 * @param isComplete false if a statement that should have declared something could not be read;
 *     missing counterparts are then no news
 */
public record SqlDeclarations(
    List<Dataset> datasets,
    List<Flow> flows,
    List<FunctionDefinition> functions,
    boolean isComplete) {
  public SqlDeclarations {
    functions = List.copyOf(functions);
    datasets = List.copyOf(datasets);
    flows = List.copyOf(flows);
  }
}
