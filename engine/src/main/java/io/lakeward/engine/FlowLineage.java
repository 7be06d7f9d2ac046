/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.graph.ColumnLineage;
import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.model.name.TableName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * From which columns a flow fills those of its target.
 *
 * @param columns the target's columns in order
 */
public record FlowLineage(
    TableName flow, TableName target, Map<String, Set<ColumnLineage.SourceColumn>> columns) {
  public FlowLineage {
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
  }

  static FlowLineage of(ResolvedFlow flow) {
    return new FlowLineage(flow.flow().name(), flow.target().name(), ColumnLineage.of(flow.plan()));
  }
}
