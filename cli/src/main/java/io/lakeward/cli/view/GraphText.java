/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.analysis.graph.ResolvedGraph;
import io.lakeward.cli.view.TextTable.Side;
import io.lakeward.model.pipeline.Dataset;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.StructType;

/** A resolved pipeline for people: a line per dataset. */
public final class GraphText {

  private final Terminal terminal;

  public GraphText(Terminal terminal) {
    this.terminal = terminal;
  }

  public String print(ResolvedGraph graph) {
    TableNames names = TableNames.of(graph.definition().settings());
    TextTable table =
        new TextTable()
            .column("dataset", Side.LEFT)
            .column("type", Side.LEFT)
            .column("columns", Side.RIGHT)
            .column("rules", Side.RIGHT)
            .column("reads", Side.LEFT);
    for (Dataset dataset : graph.definition().datasets()) {
      StructType schema = graph.schemas().get(dataset.name());
      table.row(
          List.of(
              SafeText.escapeControls(names.shorten(dataset.name())),
              dataset.kind().toString(),
              schema == null ? "" : Numbers.grouped(schema.fields().length),
              Numbers.grouped(dataset.expectations().size()),
              new TreeSet<>(graph.upstream().getOrDefault(dataset.name(), Set.of()))
                  .stream().map(names::shorten).collect(Collectors.joining(", "))));
    }
    int count = graph.definition().datasets().size();
    return String.join("\n", table.lines())
        + "\n\n"
        + terminal.green("The project is valid: " + Numbers.counted(count, "dataset") + ".")
        + "\n";
  }
}
