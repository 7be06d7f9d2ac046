/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.engine.quality.QualityHistory;
import io.lakeward.engine.quality.RuleHistory;
import io.lakeward.engine.quality.RuleHistory.Check;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The history of rules as one HTML page: no script, no other file, light or dark as the reader has
 * it, in one column on a narrow screen. It is well-formed XML as well.
 */
public final class QualityPage {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int WIDTH = 320;
  private static final int HEIGHT = 96;
  private static final int MARGIN = 8;

  /** For the words beside the lines. */
  private static final int AXIS = 38;

  private static final String STYLE =
      """
      :root { color-scheme: light dark; --text: #1b1f24; --soft: #5b6570; --paper: #ffffff; --card: #f4f6f8;
        --line: #d5dbe1; --good: #1a7f4b; --bad: #b3261e; }
      @media (prefers-color-scheme: dark) { :root { --text: #e6e9ec; --soft: #9aa4ae; --paper: #14171a;
        --card: #1e2328; --line: #39424b; --good: #4cc38a; --bad: #ff8a80; } }
      * { box-sizing: border-box; }
      body { margin: 0; padding: 1rem; background: var(--paper); color: var(--text);
        font: 16px/1.45 system-ui, sans-serif; }
      main { max-width: 72rem; margin: 0 auto; }
      h1 { font-size: 1.4rem; margin: 0 0 .25rem; }
      h2 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
      p { margin: .25rem 0; color: var(--soft); overflow-wrap: anywhere; }
      .rules { display: grid; gap: 1rem; margin-top: 1rem;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); }
      section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; }
      .rate { font-size: 1.6rem; font-variant-numeric: tabular-nums; color: var(--text); }
      svg { display: block; width: 100%; height: auto; }
      .grid { stroke: var(--line); } .axis { fill: var(--soft); font-size: 10px; text-anchor: end; }
      .curve { fill: none; stroke: var(--good); stroke-width: 2; }
      .kept { fill: var(--good); } .broken { fill: var(--bad); }
      table { width: 100%; border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
      th, td { text-align: right; padding: .2rem .4rem; border-top: 1px solid var(--line); }
      th:first-child, td:first-child { text-align: left; }
      summary { cursor: pointer; color: var(--soft); padding: .25rem 0; }
      .values { overflow-x: auto; }
      """;

  private final String pipeline;
  private final TableNames names;

  public QualityPage(String pipeline, TableNames names) {
    this.pipeline = pipeline;
    this.names = names;
  }

  public String print(QualityHistory history) {
    StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    page.append("<meta charset=\"utf-8\"/>\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    page.append("<title>Quality of ").append(escape(pipeline)).append("</title>\n");
    page.append("<style>\n").append(STYLE).append("</style>\n</head>\n<body>\n<main>\n");
    page.append("<h1>Quality of ").append(escape(pipeline)).append("</h1>\n");
    page.append("<p>").append(span(history)).append("</p>\n<div class=\"rules\">\n");
    history.rules().forEach(rule -> page.append(section(rule, history.updates())));
    return page.append("</div>\n</main>\n</body>\n</html>\n").toString();
  }

  private static String span(QualityHistory history) {
    List<QualityHistory.Update> updates = history.updates();
    if (history.rules().isEmpty() || updates.isEmpty()) {
      return "No expectation has been checked yet.";
    }
    return Numbers.counted(updates.size(), "update")
        + ", from "
        + TIME.format(updates.get(0).start())
        + " to "
        + TIME.format(updates.get(updates.size() - 1).start());
  }

  private String section(RuleHistory rule, List<QualityHistory.Update> updates) {
    Check total = rule.total();
    String rate = QualityTable.rate(total);
    return "<section>\n<h2>"
        + escape(rule.rule())
        + "</h2>\n<p>"
        + escape(names.shorten(rule.dataset()))
        + " · "
        + QualityTable.words(rule.action())
        + "</p>\n<p class=\"rate\">"
        + escape(rate)
        + "</p>\n<p>"
        + Numbers.grouped(total.failed())
        + " of "
        + Numbers.counted(total.rows(), "row")
        + " broke the rule</p>\n"
        + plot(rule, updates)
        + values(rule, updates)
        + "</section>\n";
  }

  private static String plot(RuleHistory rule, List<QualityHistory.Update> updates) {
    StringBuilder svg =
        new StringBuilder(
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Pass rate of %s over %s\">\n"
                .formatted(
                    WIDTH, HEIGHT, escape(rule.rule()), Numbers.counted(updates.size(), "update")));
    for (double share : new double[] {0, 0.5, 1}) {
      svg.append(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%s\" y2=\"%s\"/><text class=\"axis\" x=\"%d\" y=\"%s\" dy=\"3\">%.0f %%</text>\n"
              .formatted(
                  AXIS, WIDTH - MARGIN, y(share), y(share), AXIS - 6, y(share), share * 100));
    }
    List<String> curve = new ArrayList<>();
    StringBuilder dots = new StringBuilder();
    for (int i = 0; i < rule.checks().size(); i++) {
      Check check = rule.checks().get(i);
      if (check.passRate().isPresent()) {
        double share = check.passRate().getAsDouble();
        curve.add(x(i, updates.size()) + "," + y(share));
        dots.append(
            "<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"3\"><title>%s: %s, %s failed</title></circle>\n"
                .formatted(
                    check.failed() == 0 ? "kept" : "broken",
                    x(i, updates.size()),
                    y(share),
                    TIME.format(updates.get(i).start()),
                    escape(QualityTable.rate(check)),
                    Numbers.grouped(check.failed())));
      }
    }
    if (!curve.isEmpty()) {
      svg.append("<polyline class=\"curve\" points=\"")
          .append(String.join(" ", curve))
          .append("\"/>\n");
    }
    return svg.append(dots).append("</svg>\n").toString();
  }

  private static String values(RuleHistory rule, List<QualityHistory.Update> updates) {
    StringBuilder table =
        new StringBuilder(
            "<details><summary>Values</summary>\n<div class=\"values\"><table><thead><tr><th>Update</th><th>Passed</th><th>Failed</th><th>Pass rate</th></tr></thead>\n<tbody>\n");
    for (int i = updates.size() - 1; i >= 0; i--) {
      Check check = rule.checks().get(i);
      table.append(
          "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n"
              .formatted(
                  TIME.format(updates.get(i).start()),
                  Numbers.grouped(check.passed()),
                  Numbers.grouped(check.failed()),
                  escape(QualityTable.rate(check))));
    }
    return table.append("</tbody></table></div></details>\n").toString();
  }

  private static String x(int index, int count) {
    double step = count < 2 ? 0 : (double) (WIDTH - 2 * MARGIN - AXIS) / (count - 1);
    return String.format(Locale.ROOT, "%.1f", AXIS + MARGIN + index * step);
  }

  private static String y(double share) {
    return String.format(Locale.ROOT, "%.1f", HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN));
  }

  private static String escape(String text) {
    return SafeText.escapeControls(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
