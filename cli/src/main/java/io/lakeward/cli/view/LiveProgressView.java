/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.cli.view.TextTable.Side;
import io.lakeward.engine.update.RowCounts;
import io.lakeward.engine.update.RuleOutcome;
import io.lakeward.engine.update.TableResult;
import io.lakeward.model.name.TableName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A table with a line per table of the pipeline, redrawn in place with ANSI codes. */
final class LiveProgressView implements UpdateProgressView {

  private static final String START_OF_LINE_AND_ERASE_BELOW = "\r\u001b[J";
  private static final int MOST_LINES = 40;

  private final Terminal terminal;
  private final Appendable out;
  private final TableNames names;
  private final Map<TableName, Optional<TableResult>> tables = new LinkedHashMap<>();
  private int linesDrawn;

  LiveProgressView(Terminal terminal, Appendable out, TableNames names) {
    this.terminal = terminal;
    this.out = out;
    this.names = names;
  }

  @Override
  public synchronized void started(String updateId, List<TableName> order) {
    order.forEach(name -> tables.put(name, Optional.empty()));
    draw();
  }

  @Override
  public synchronized void progress(TableResult soFar) {
    tables.put(soFar.name(), Optional.of(soFar));
    draw();
  }

  /** The line stays, above the table. */
  @Override
  public synchronized void warned(String message) {
    print(erase() + LineProgressView.warning(message) + "\n");
    linesDrawn = 0;
    draw();
  }

  private void draw() {
    TextTable table =
        new TextTable()
            .column("table", Side.LEFT)
            .column("state", Side.LEFT)
            .column("read", Side.RIGHT)
            .column("written", Side.RIGHT)
            .column("dropped", Side.RIGHT)
            .column("violations", Side.RIGHT)
            .column("seconds", Side.RIGHT);
    tables.forEach((name, result) -> table.row(cells(name, result)));
    List<String> lines = table.lines();
    if (lines.size() > MOST_LINES) {
      int more = lines.size() - MOST_LINES;
      lines = new ArrayList<>(lines.subList(0, MOST_LINES));
      lines.add("… and " + Numbers.counted(more, "more table"));
    }
    StringBuilder frame = new StringBuilder(erase());
    for (String line : lines) {
      frame.append(DisplayWidth.shorten(line, terminal.width() - 1)).append('\n');
    }
    linesDrawn = lines.size();
    print(frame.toString());
  }

  private List<String> cells(TableName name, Optional<TableResult> result) {
    String shown = SafeText.escapeControls(names.shorten(name));
    if (result.isEmpty()) {
      return List.of(shown, "queued", "", "", "", "", "");
    }
    TableResult table = result.get();
    RowCounts counts = table.counts();
    return List.of(
        shown,
        SummaryTable.words(table.state()),
        Numbers.grouped(counts.read()),
        Numbers.grouped(counts.written()),
        Numbers.grouped(counts.dropped()),
        Numbers.grouped(counts.rules().stream().mapToLong(RuleOutcome::failed).sum()),
        Numbers.seconds(table.duration()));
  }

  private String erase() {
    return linesDrawn == 0 ? "" : "\u001b[" + linesDrawn + "A" + START_OF_LINE_AND_ERASE_BELOW;
  }

  private void print(String text) {
    try {
      out.append(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void close() {
    print(erase());
    linesDrawn = 0;
  }
}
