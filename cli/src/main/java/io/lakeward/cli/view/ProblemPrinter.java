/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.util.List;

/**
 * Shows problems to people: what, where with the line and a caret under the place, and the fix.
 *
 * <pre>
 * error[UNRESOLVED_COLUMN] Column `ordr_id` …
 *   --&gt; transformations/orders.sql:4:22
 *    |
 *  4 | SELECT ordr_id FROM orders
 *    |        ^^^^^^^
 *   fix: Did you mean `order_id`?
 * </pre>
 */
public final class ProblemPrinter {

  private static final int TAB = 4;
  private static final int CONTEXT_BEFORE = 20;

  private final Terminal terminal;

  public ProblemPrinter(Terminal terminal) {
    this.terminal = terminal;
  }

  /**
   * All problems and their count.
   *
   * @param outcome what came of it, such as {@code nothing was run}
   */
  public String printAll(List<Problem> problems, String outcome) {
    StringBuilder out = new StringBuilder();
    for (Problem problem : problems) {
      out.append(print(problem)).append('\n');
    }
    return out.append(Numbers.counted(problems.size(), "problem"))
        .append("; ")
        .append(outcome)
        .append('\n')
        .toString();
  }

  /** One problem, ending with a line break. */
  public String print(Problem problem) {
    StringBuilder out = new StringBuilder();
    out.append(terminal.red(terminal.bold("error[" + problem.code() + "]")))
        .append(' ')
        .append(SafeText.keepLines(problem.message()))
        .append('\n');
    problem.where().ifPresent(place -> appendPlace(out, place));
    problem
        .fix()
        .ifPresent(
            fix ->
                out.append("  ")
                    .append(terminal.cyan("fix:"))
                    .append(' ')
                    .append(SafeText.keepLines(fix).replace("\n", "\n       "))
                    .append('\n'));
    return out.toString();
  }

  private void appendPlace(StringBuilder out, SourceSpan place) {
    out.append(terminal.dim("  --> "))
        .append(SafeText.escapeControls(place.toString()))
        .append('\n');
    String line = place.lineText();
    if (line.isBlank()) {
      return;
    }
    String number = Integer.toString(place.line());
    String margin = " ".repeat(number.length());
    int start = Math.min(place.column() - 1, line.length());
    int end = Math.min(line.length(), start + Math.max(1, place.end() - place.start()));
    String before = expand(line.substring(0, start), 0);
    int startColumn = DisplayWidth.of(before);
    String marked = expand(line.substring(start, end), startColumn);
    int endColumn = startColumn + DisplayWidth.of(marked);
    String after = expand(line.substring(end), endColumn);
    int carets = Math.max(1, endColumn - startColumn);

    String shown = before + marked + after;
    int room = Math.max(20, terminal.width() - number.length() - 5);
    if (DisplayWidth.of(shown) > room) {
      int cut = cutPoint(before, Math.max(0, startColumn - CONTEXT_BEFORE));
      if (cut > 0) {
        String tail = before.substring(cut);
        shown = "…" + tail + marked + after;
        startColumn = 1 + DisplayWidth.of(tail);
      }
      shown = DisplayWidth.shorten(shown, room);
      carets = Math.max(1, Math.min(carets, room - startColumn));
    }
    out.append(terminal.dim(" " + margin + " |")).append('\n');
    out.append(terminal.dim(" " + number + " | ")).append(shown).append('\n');
    out.append(terminal.dim(" " + margin + " | "))
        .append(" ".repeat(startColumn))
        .append(terminal.red("^".repeat(carets)))
        .append('\n');
  }

  /** Index into {@code text} from which on at least {@code columns} columns were passed. */
  private static int cutPoint(String text, int columns) {
    int passed = 0;
    int i = 0;
    while (i < text.length() && passed < columns) {
      int codePoint = text.codePointAt(i);
      passed += DisplayWidth.of(codePoint);
      i += Character.charCount(codePoint);
    }
    return i;
  }

  /** Tabs become spaces up to the next multiple of four columns; other controls become dots. */
  private static String expand(String text, int startColumn) {
    StringBuilder out = new StringBuilder(text.length() + 8);
    int column = startColumn;
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      if (codePoint == '\t') {
        int spaces = TAB - column % TAB;
        out.append(" ".repeat(spaces));
        column += spaces;
      } else if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) {
        out.append('·');
        column++;
      } else {
        out.appendCodePoint(codePoint);
        column += DisplayWidth.of(codePoint);
      }
    }
    return out.toString();
  }
}
