/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.graph.ResolvedGraph;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.engine.schema.SchemaVersions;
import io.lakeward.engine.update.TableSelection;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.model.name.TableName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which tables are filled from which streamed files. */
final class StreamedSources {
  private StreamedSources() {}

  /** For the key of a learned schema the tables that are filled with it. */
  static Map<String, List<TableName>> readers(ResolvedGraph graph) {
    Map<String, List<TableName>> readers = new LinkedHashMap<>();
    for (ResolvedFlow flow : graph.flows()) {
      for (SourceRelation relation : flow.sources()) {
        if (relation.isStreaming() && relation.source() instanceof Source.Files files) {
          List<TableName> tables =
              readers.computeIfAbsent(SchemaVersions.key(files.files()), k -> new ArrayList<>());
          if (!tables.contains(flow.target().name())) {
            tables.add(flow.target().name());
          }
        }
      }
    }
    return readers;
  }

  /** The keys of schemas that only tables read which start over. */
  static Set<String> startingOver(ResolvedGraph graph, UpdateRequest request) {
    Set<String> keys = new HashSet<>();
    if (request.fullRefreshAll() || !request.fullRefresh().isEmpty()) {
      Set<TableName> tables = TableSelection.of(request, graph.definition()).startOver();
      readers(graph)
          .forEach(
              (key, readers) -> {
                if (tables.containsAll(readers)) {
                  keys.add(key);
                }
              });
    }
    return keys;
  }
}
