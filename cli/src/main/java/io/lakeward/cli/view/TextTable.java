/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Lays out cells in columns: text to the left, numbers to the right. */
final class TextTable {

  /** Which side of a column its cells stand on. */
  enum Side {
    LEFT,
    RIGHT
  }

  private static final String GAP = "  ";

  private final List<String> headings = new ArrayList<>();
  private final List<Side> sides = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();
  private final List<UnaryOperator<String>> styles = new ArrayList<>();

  TextTable column(String heading, Side side) {
    headings.add(heading);
    sides.add(side);
    return this;
  }

  void row(List<String> cells) {
    row(cells, UnaryOperator.identity());
  }

  /** A row whose finished line is painted by {@code style}. */
  void row(List<String> cells, UnaryOperator<String> style) {
    if (cells.size() != headings.size()) {
      throw new IllegalArgumentException(
          cells.size() + " cells for " + headings.size() + " columns");
    }
    rows.add(List.copyOf(cells));
    styles.add(style);
  }

  /** The lines of the table: headings, a rule of dashes, rows. No line ends with a space. */
  List<String> lines() {
    int[] widths = new int[headings.size()];
    for (int c = 0; c < widths.length; c++) {
      widths[c] = DisplayWidth.of(headings.get(c));
      for (List<String> row : rows) {
        widths[c] = Math.max(widths[c], DisplayWidth.of(row.get(c)));
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(line(headings, widths));
    List<String> dashes = new ArrayList<>();
    for (int width : widths) {
      dashes.add("-".repeat(Math.max(1, width)));
    }
    lines.add(line(dashes, widths));
    for (int r = 0; r < rows.size(); r++) {
      lines.add(styles.get(r).apply(line(rows.get(r), widths)));
    }
    return lines;
  }

  private String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int c = 0; c < cells.size(); c++) {
      line.append(c == 0 ? "" : GAP)
          .append(
              sides.get(c) == Side.RIGHT
                  ? DisplayWidth.padLeft(cells.get(c), widths[c])
                  : DisplayWidth.padRight(cells.get(c), widths[c]));
    }
    return line.toString().stripTrailing();
  }
}
