/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.analysis.graph.ColumnLineage.SourceColumn;
import io.lakeward.engine.FlowLineage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The lineage of columns for people: a block for each flow, a line for each column. */
public final class LineageText {
  private final TableNames names;

  public LineageText(TableNames names) {
    this.names = names;
  }

  public String print(List<FlowLineage> flows) {
    return flows.stream().map(this::block).collect(Collectors.joining("\n"));
  }

  private String block(FlowLineage flow) {
    StringBuilder text = new StringBuilder(SafeText.escapeControls(names.shorten(flow.target())));
    if (!flow.flow().equals(flow.target())) {
      text.append(" (flow ")
          .append(SafeText.escapeControls(names.shorten(flow.flow())))
          .append(')');
    }
    text.append('\n');
    for (Map.Entry<String, Set<SourceColumn>> column : flow.columns().entrySet()) {
      String from =
          new TreeSet<>(column.getValue())
              .stream().map(this::name).collect(Collectors.joining(", "));
      text.append("  ")
          .append(SafeText.escapeControls(column.getKey()))
          .append(" <- ")
          .append(from.isEmpty() ? "no column" : SafeText.escapeControls(from))
          .append('\n');
    }
    return text.toString();
  }

  private String name(SourceColumn column) {
    return names.shorten(column.source()) + "." + column.column();
  }
}
