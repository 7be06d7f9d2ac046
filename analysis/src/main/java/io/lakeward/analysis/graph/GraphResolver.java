/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.query.FileSchemas;
import io.lakeward.analysis.query.FunctionLookup;
import io.lakeward.analysis.query.TableLookup;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.problem.Problems;

/** Resolves all flows of a pipeline; the order of files and statements never matters. */
public final class GraphResolver {
  /**
   * Gives every flow its meaning.
   *
   * @param files tells the columns of files that queries read
   * @param tables the tables outside the pipeline
   * @param problems receives what is wrong, causes before consequences
   * @return what could be resolved; the whole pipeline only if no problem was added
   */
  public ResolvedGraph resolve(
      PipelineDefinition definition, FileSchemas files, TableLookup tables, Problems problems) {
    return resolve(definition, files, tables, FunctionLookup.none(), problems);
  }

  /** The same for a pipeline that calls functions of SQL. */
  public ResolvedGraph resolve(
      PipelineDefinition definition,
      FileSchemas files,
      TableLookup tables,
      FunctionLookup functions,
      Problems problems) {
    return new GraphResolution(definition, files, tables, functions).run(problems);
  }
}
