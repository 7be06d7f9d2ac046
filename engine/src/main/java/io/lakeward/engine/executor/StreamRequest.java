/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * A streaming query that keeps state, and where its rows go.
 *
 * @param conf Spark settings in force for the query
 * @param feeds for each streaming source, by the id of its relation, where its rows come from
 * @param tables for each other source its rows
 * @param appId the flow's identity in the target; batches are committed under it
 * @param checkpoint the folder that holds positions and state; made when needed
 */
public record StreamRequest(
    LogicalPlan plan,
    Map<String, String> conf,
    Map<String, StreamFeed> feeds,
    Map<String, Slice> tables,
    List<RowRule> rules,
    WriteTarget target,
    String appId,
    Path checkpoint) {
  public StreamRequest {
    conf = Map.copyOf(conf);
    feeds = Map.copyOf(feeds);
    tables = Map.copyOf(tables);
    rules = List.copyOf(rules);
  }
}
