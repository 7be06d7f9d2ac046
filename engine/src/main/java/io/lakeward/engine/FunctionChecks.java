/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.query.FileSchemas;
import io.lakeward.analysis.query.FunctionLookup;
import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.model.pipeline.FunctionDefinition;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.pipeline.SqlFunction;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.problem.ProjectException;
import java.util.List;
import java.util.function.Function;

/** A function that nobody calls yet has to make sense too. */
final class FunctionChecks {
  private FunctionChecks() {}

  static void check(
      PipelineDefinition definition,
      FileSchemas schemas,
      Function<List<SqlFunction>, FunctionLookup> functions,
      Problems problems) {
    List<SqlFunction> declared =
        definition.functions().stream().map(FunctionDefinition::function).toList();
    for (FunctionDefinition function : definition.functions()) {
      try {
        new QueryAnalyzer(schemas, functions.apply(declared))
            .check(function.function(), function.where());
      } catch (ProjectException e) {
        problems.addAll(e.problems());
      }
    }
  }
}
