/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.analysis.graph.ColumnLineage.SourceColumn;
import io.lakeward.engine.FlowLineage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The lineage of columns as a Mermaid flowchart: a box for each table, in it its columns. */
public final class LineageDrawing {
  private final TableNames names;
  private final Map<String, Map<String, String>> boxes = new LinkedHashMap<>();

  public LineageDrawing(TableNames names) {
    this.names = names;
  }

  public String print(List<FlowLineage> flows) {
    StringBuilder arrows = new StringBuilder();
    for (FlowLineage flow : flows) {
      for (Map.Entry<String, Set<SourceColumn>> column : flow.columns().entrySet()) {
        for (SourceColumn from : new TreeSet<>(column.getValue())) {
          String start = node(from.source(), from.column());
          String end = node(flow.target().toString(), column.getKey());
          arrows.append("  ").append(start).append(" --> ").append(end).append('\n');
        }
        node(flow.target().toString(), column.getKey());
      }
    }
    StringBuilder drawing = new StringBuilder("flowchart LR\n");
    int number = 0;
    for (Map.Entry<String, Map<String, String>> box : boxes.entrySet()) {
      drawing
          .append("  subgraph t")
          .append(number++)
          .append("[\"")
          .append(label(names.shorten(box.getKey())))
          .append("\"]\n");
      box.getValue()
          .forEach(
              (column, id) ->
                  drawing
                      .append("    ")
                      .append(id)
                      .append("[\"")
                      .append(label(column))
                      .append("\"]\n"));
      drawing.append("  end\n");
    }
    return drawing.append(arrows).toString();
  }

  private String node(String table, String column) {
    int known = boxes.size();
    Map<String, String> box = boxes.computeIfAbsent(table, name -> new LinkedHashMap<>());
    int number = box.isEmpty() ? known : List.copyOf(boxes.keySet()).indexOf(table);
    return box.computeIfAbsent(column, name -> "t" + number + "c" + box.size());
  }

  private static String label(String text) {
    return SafeText.escapeControls(text)
        .replace("&", "&amp;")
        .replace("\"", "&quot;")
        .replace("<", "&lt;")
        .replace(">", "&gt;");
  }
}
