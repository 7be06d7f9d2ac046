/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.cli.view.TextTable.Side;
import io.lakeward.engine.update.FlowState;
import io.lakeward.engine.update.RowCounts;
import io.lakeward.engine.update.RuleOutcome;
import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.model.pipeline.ViolationAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * What an update did, for people: a line per table, a line per rule, problems, one last sentence.
 */
public final class SummaryTable {

  private final Terminal terminal;
  private final TableNames names;

  public SummaryTable(Terminal terminal, TableNames names) {
    this.terminal = terminal;
    this.names = names;
  }

  public String print(UpdateResult result) {
    List<String> lines = new ArrayList<>(tables(result.tables()));
    List<String> rules = rules(result.tables());
    if (!rules.isEmpty()) {
      lines.add("");
      lines.addAll(rules);
    }
    lines.add("");
    StringBuilder out = new StringBuilder();
    lines.forEach(line -> out.append(line).append('\n'));
    ProblemPrinter problems = new ProblemPrinter(terminal);
    for (TableResult table : result.tables()) {
      if (table.state() != FlowState.SKIPPED) {
        table
            .problem()
            .ifPresent(
                p ->
                    out.append(terminal.bold(names.shorten(table.name())))
                        .append(": ")
                        .append(problems.print(p))
                        .append('\n'));
      }
    }
    return out.append(lastSentence(result)).append('\n').toString();
  }

  private List<String> tables(List<TableResult> tables) {
    boolean quarantined = tables.stream().anyMatch(t -> t.counts().quarantined() > 0);
    boolean malformed = tables.stream().anyMatch(t -> t.counts().malformed() > 0);
    boolean rescued = tables.stream().anyMatch(t -> t.counts().rescued() > 0);
    boolean skipped = tables.stream().anyMatch(t -> t.counts().skippedFiles() > 0);
    TextTable table =
        new TextTable()
            .column("table", Side.LEFT)
            .column("type", Side.LEFT)
            .column("state", Side.LEFT)
            .column("read", Side.RIGHT)
            .column("written", Side.RIGHT)
            .column("dropped", Side.RIGHT);
    if (quarantined) {
      table.column("quarantined", Side.RIGHT);
    }
    if (malformed) {
      table.column("malformed", Side.RIGHT);
    }
    if (rescued) {
      table.column("rescued", Side.RIGHT);
    }
    if (skipped) {
      table.column("files skipped", Side.RIGHT);
    }
    table.column("seconds", Side.RIGHT);
    for (TableResult result : tables) {
      RowCounts counts = result.counts();
      List<String> cells =
          new ArrayList<>(
              List.of(
                  SafeText.escapeControls(names.shorten(result.name())),
                  result.kind().toString(),
                  state(result),
                  Numbers.grouped(counts.read()),
                  Numbers.grouped(counts.written()),
                  Numbers.grouped(counts.dropped())));
      if (quarantined) {
        cells.add(Numbers.grouped(counts.quarantined()));
      }
      if (malformed) {
        cells.add(Numbers.grouped(counts.malformed()));
      }
      if (rescued) {
        cells.add(Numbers.grouped(counts.rescued()));
      }
      if (skipped) {
        cells.add(Numbers.grouped(counts.skippedFiles()));
      }
      cells.add(Numbers.seconds(result.duration()));
      table.row(cells, style(result.state()));
    }
    return table.lines();
  }

  private static String state(TableResult result) {
    return result.state() == FlowState.COMPLETED && !result.changed()
        ? "no change"
        : words(result.state());
  }

  static String words(FlowState state) {
    return switch (state) {
      case IDLE -> "no change";
      default -> state.name().toLowerCase(Locale.ROOT);
    };
  }

  private UnaryOperator<String> style(FlowState state) {
    return switch (state) {
      case FAILED -> terminal::red;
      case SKIPPED, STOPPED -> terminal::yellow;
      default -> UnaryOperator.identity();
    };
  }

  private List<String> rules(List<TableResult> tables) {
    TextTable table =
        new TextTable()
            .column("rule", Side.LEFT)
            .column("table", Side.LEFT)
            .column("on violation", Side.LEFT)
            .column("passed", Side.RIGHT)
            .column("failed", Side.RIGHT)
            .column("failed %", Side.RIGHT);
    boolean any = false;
    for (TableResult result : tables) {
      for (RuleOutcome rule : result.counts().rules()) {
        any = true;
        table.row(
            List.of(
                SafeText.escapeControls(rule.name()),
                SafeText.escapeControls(owner(rule, result)),
                words(rule.action()),
                Numbers.grouped(rule.passed()),
                Numbers.grouped(rule.failed()),
                Numbers.percent(rule.failed(), rule.passed() + rule.failed())),
            rule.failed() > 0 ? terminal::yellow : UnaryOperator.identity());
      }
    }
    return any ? table.lines() : List.of();
  }

  /** The rule of a view is counted wherever the view is read. */
  private String owner(RuleOutcome rule, TableResult result) {
    String table = names.shorten(result.name());
    return rule.view().map(view -> names.shorten(view) + ", read by " + table).orElse(table);
  }

  static String words(ViolationAction action) {
    return switch (action) {
      case WARN -> "warn";
      case DROP_ROW -> "drop row";
      case QUARANTINE -> "quarantine";
      case FAIL_UPDATE -> "fail update";
    };
  }

  private String lastSentence(UpdateResult result) {
    String time = Numbers.seconds(result.duration()) + " s";
    return switch (result.state()) {
      case COMPLETED ->
          result.changedAnything()
              ? terminal.green("Update completed in " + time + ".")
              : terminal.green("Nothing new: no table changed.") + " (" + time + ")";
      case CANCELED ->
          terminal.yellow("Update stopped after " + time + ".")
              + " The next run goes on from here.";
      case FAILED -> {
        long failed = count(result, FlowState.FAILED);
        long skipped = count(result, FlowState.SKIPPED);
        String text =
            "Update failed after " + time + ": " + Numbers.counted(failed, "table") + " failed";
        yield terminal.red(text + (skipped == 0 ? "." : ", " + skipped + " skipped."));
      }
    };
  }

  private static long count(UpdateResult result, FlowState state) {
    return result.tables().stream().filter(t -> t.state() == state).count();
  }
}
