/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.engine.FlowExplanation;
import java.util.List;

/** For people: which engine fills each table, why, and with which query. */
public final class ExplanationText {

  private final Terminal terminal;
  private final TableNames names;

  public ExplanationText(Terminal terminal, TableNames names) {
    this.terminal = terminal;
    this.names = names;
  }

  public String print(List<FlowExplanation> flows) {
    StringBuilder out = new StringBuilder();
    for (FlowExplanation flow : flows) {
      out.append(terminal.bold(names.shorten(flow.target())))
          .append(" (")
          .append(flow.kind())
          .append(")\n  engine: ")
          .append(flow.engine())
          .append("\n  reason: ")
          .append(flow.reason())
          .append('\n');
      block(out, "plan", flow.logicalPlan());
      flow.sql().ifPresent(sql -> block(out, "sql", sql));
      out.append('\n');
    }
    return out.append(Numbers.counted(flows.size(), "flow"))
        .append("; nothing was run\n")
        .toString();
  }

  private static void block(StringBuilder out, String title, String text) {
    out.append("  ").append(title).append(":\n");
    for (String line : text.strip().split("\r?\n", -1)) {
      out.append("    ").append(SafeText.escapeControls(line)).append('\n');
    }
  }
}
