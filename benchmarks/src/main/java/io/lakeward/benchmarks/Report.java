/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import java.util.List;
import java.util.Locale;

/** Collects results as Markdown. */
final class Report {

  private final StringBuilder text = new StringBuilder("# Benchmark results\n");

  void machine(MachineFacts facts) {
    text.append('\n').append(facts.line()).append(".\n");
  }

  void section(String title, List<String> columns) {
    System.err.println(title);
    text.append("\n## ").append(title).append("\n\n| ").append(String.join(" | ", columns));
    text.append(" |\n|").append(" --- |".repeat(columns.size())).append('\n');
  }

  void row(String... cells) {
    System.err.println("  " + String.join("  ", cells));
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  void note(String sentence) {
    text.append('\n').append(sentence).append('\n');
  }

  String text() {
    return text.toString();
  }

  static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.2f", seconds);
  }

  /** The median. */
  static String seconds(List<Double> all) {
    return seconds(all.stream().sorted().toList().get(all.size() / 2));
  }
}
