/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.PipelineDefinition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.types.StructType;

/**
 * A whole pipeline with every query resolved.
 *
 * @param flows the flows that fill stored tables, inputs before readers
 * @param schemas the columns of each dataset, views included
 * @param upstream for each stored dataset the stored datasets of this pipeline that its flows read,
 *     through views as well
 * @param views the analyzed queries of views, with their rules
 */
public record ResolvedGraph(
    PipelineDefinition definition,
    List<ResolvedFlow> flows,
    Map<TableName, StructType> schemas,
    Map<TableName, Set<TableName>> upstream,
    Map<TableName, AnalyzedQuery> views) {
  public ResolvedGraph {
    flows = List.copyOf(flows);
    schemas = Map.copyOf(schemas);
    upstream = Map.copyOf(upstream);
    views = Map.copyOf(views);
  }

  public List<ResolvedFlow> flowsInto(TableName target) {
    return flows.stream().filter(f -> f.target().name().equals(target)).toList();
  }
}
