/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.graph.ResolvedGraph;
import io.lakeward.analysis.query.FileSchemas;
import io.lakeward.analysis.query.FunctionLookup;
import io.lakeward.analysis.query.NameScope;
import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.analysis.query.TableLookup;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.FunctionDefinition;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.pipeline.SqlFunction;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.types.StructType;

/** A function that nobody calls yet has to make sense too. */
final class FunctionChecks {
  private FunctionChecks() {}

  /**
   * @param tables those that the functions may read
   */
  static void check(
      PipelineDefinition definition,
      FileSchemas schemas,
      Function<List<SqlFunction>, FunctionLookup> functions,
      TableLookup tables,
      Problems problems) {
    List<SqlFunction> declared =
        definition.functions().stream().map(FunctionDefinition::function).toList();
    for (FunctionDefinition function : definition.functions()) {
      try {
        new QueryAnalyzer(schemas, functions.apply(declared))
            .check(function.function(), function.where(), NameScope.ofTables(tables));
      } catch (ProjectException e) {
        problems.addAll(e.problems());
      }
    }
  }

  /** The datasets of a pipeline, then other tables. */
  static TableLookup tables(ResolvedGraph graph, TableLookup others) {
    return new TableLookup() {
      @Override
      public Optional<StructType> find(TableName name) {
        return Optional.ofNullable(graph.schemas().get(name)).or(() -> others.find(name));
      }

      @Override
      public Collection<TableName> all() {
        List<TableName> all = new ArrayList<>(graph.schemas().keySet());
        all.addAll(others.all());
        return all;
      }
    };
  }
}
