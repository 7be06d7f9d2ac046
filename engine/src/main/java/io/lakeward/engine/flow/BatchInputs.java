/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.state.Json;
import io.lakeward.model.name.TableName;
import io.lakeward.tables.TableSnapshot;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * All that a batch query reads, at one moment.
 *
 * @param slices by the ids of the query's sources
 * @param fingerprint equal for two moments if all rows are the same
 * @param tables those that are read, each once
 */
record BatchInputs(
    Map<String, Slice> slices, JsonNode fingerprint, Map<TableName, TableSnapshot> tables) {
  static BatchInputs of(ResolvedFlow flow, RefreshServices services) {
    Map<String, Slice> slices = new HashMap<>();
    ObjectNode fingerprint = Json.object();
    Map<TableName, TableSnapshot> tables = new TreeMap<>();
    for (SourceRelation relation : flow.sources()) {
      BatchInput input = BatchInput.of(relation, services);
      slices.put(relation.id(), input.slice());
      fingerprint.set(relation.id(), input.fingerprint());
      if (relation.source() instanceof Source.Table table) {
        input.table().ifPresent(snapshot -> tables.put(table.name(), snapshot));
      }
    }
    return new BatchInputs(slices, fingerprint, Collections.unmodifiableMap(tables));
  }
}
