/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.cli.view.TextTable.Side;
import io.lakeward.engine.quality.QualityHistory;
import io.lakeward.engine.quality.RuleHistory;
import io.lakeward.engine.quality.RuleHistory.Check;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/** Rules with their pass rates and a small plot, a line for each. */
public final class QualityTable {
  private static final String BARS = "▁▂▃▄▅▆▇█";
  private static final char NOTHING_CHECKED = '·';

  private final Terminal terminal;
  private final TableNames names;

  public QualityTable(Terminal terminal, TableNames names) {
    this.terminal = terminal;
    this.names = names;
  }

  public String print(QualityHistory history) {
    if (history.rules().isEmpty()) {
      return "No expectation has been checked yet.\n";
    }
    TextTable table =
        new TextTable()
            .column("rule", Side.LEFT)
            .column("dataset", Side.LEFT)
            .column("on violation", Side.LEFT)
            .column("checked", Side.RIGHT)
            .column("failed", Side.RIGHT)
            .column("pass rate", Side.RIGHT)
            .column("last", Side.RIGHT)
            .column("trend", Side.LEFT);
    for (RuleHistory rule : history.rules()) {
      Check total = rule.total();
      table.row(
          List.of(
              SafeText.escapeControls(rule.rule()),
              SafeText.escapeControls(names.shorten(rule.dataset())),
              words(rule.action()),
              Numbers.grouped(total.rows()),
              Numbers.grouped(total.failed()),
              rate(total),
              rule.checks().isEmpty() ? "-" : rate(rule.checks().get(rule.checks().size() - 1)),
              sparkline(rule)),
          total.failed() > 0 ? terminal::yellow : UnaryOperator.identity());
    }
    StringBuilder out = new StringBuilder();
    table.lines().forEach(line -> out.append(line).append('\n'));
    return out.append('\n')
        .append(Numbers.counted(history.updates().size(), "update"))
        .append(", oldest first in the trend.\n")
        .toString();
  }

  /** The action's name as SQL has it. */
  static String words(String action) {
    return action.isEmpty() ? "warn" : action.toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }

  static String rate(Check check) {
    return check.rows() == 0 ? "-" : Numbers.percent(check.passed(), check.rows());
  }

  /** A bar for each update. Only a full one stands for no broken row, an empty one for no kept. */
  static String sparkline(RuleHistory rule) {
    StringBuilder line = new StringBuilder();
    for (Check check : rule.checks()) {
      OptionalDouble rate = check.passRate();
      if (rate.isEmpty()) {
        line.append(NOTHING_CHECKED);
      } else if (check.failed() == 0) {
        line.append(BARS.charAt(BARS.length() - 1));
      } else {
        line.append(BARS.charAt((int) Math.floor(rate.getAsDouble() * (BARS.length() - 1))));
      }
    }
    return line.toString();
  }
}
