/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.engine.update.RowCounts;
import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.model.name.TableName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One plain line for each table as it finishes. For files, pipes and build servers. */
final class LineProgressView implements UpdateProgressView {

  private final Appendable out;
  private final TableNames names;
  private final Map<TableName, TableResult> told = new HashMap<>();

  LineProgressView(Appendable out, TableNames names) {
    this.out = out;
    this.names = names;
  }

  @Override
  public synchronized void started(String updateId, List<TableName> tables) {
    print("update " + updateId + ": " + Numbers.counted(tables.size(), "table"));
  }

  @Override
  public synchronized void progress(TableResult soFar) {
    boolean finished =
        switch (soFar.state()) {
          case QUEUED, PLANNING, RUNNING -> false;
          case COMPLETED, FAILED, SKIPPED, EXCLUDED, STOPPED, IDLE -> true;
        };
    TableResult before = told.get(soFar.name());
    // A continuous update finishes a table many times; what brought nothing is not worth a line.
    if (finished && (before == null || before.batches() != soFar.batches())) {
      told.put(soFar.name(), soFar);
      print(line(soFar));
    }
  }

  @Override
  public synchronized void warned(String message) {
    print(warning(message));
  }

  static String warning(String message) {
    return "warning: " + SafeText.escapeControls(message);
  }

  @Override
  public synchronized void retrying(UpdateResult failed, Duration wait) {
    told.clear();
    print("The update has failed; another one begins in " + wait.toSeconds() + " s.");
  }

  private String line(TableResult table) {
    RowCounts counts = table.counts();
    StringBuilder line = new StringBuilder();
    line.append(SafeText.escapeControls(names.shorten(table.name())))
        .append(": ")
        .append(SummaryTable.words(table.state()));
    if (counts.read() > 0 || counts.written() > 0) {
      line.append(", ")
          .append(Numbers.grouped(counts.read()))
          .append(" read, ")
          .append(Numbers.grouped(counts.written()))
          .append(" written");
    }
    if (counts.dropped() > 0) {
      line.append(", ").append(Numbers.grouped(counts.dropped())).append(" dropped");
    }
    if (counts.quarantined() > 0) {
      line.append(", ").append(Numbers.grouped(counts.quarantined())).append(" quarantined");
    }
    if (counts.malformed() > 0) {
      line.append(", ").append(Numbers.grouped(counts.malformed())).append(" malformed");
    }
    if (counts.rescued() > 0) {
      line.append(", ").append(Numbers.grouped(counts.rescued())).append(" rescued");
    }
    if (counts.skippedFiles() > 0) {
      line.append(", ").append(Numbers.grouped(counts.skippedFiles())).append(" files skipped");
    }
    return line.append(", ").append(Numbers.seconds(table.duration())).append(" s").toString();
  }

  private void print(String line) {
    try {
      out.append(line).append('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {}
}
