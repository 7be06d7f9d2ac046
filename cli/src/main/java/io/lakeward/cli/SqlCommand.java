/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.view.CsvPrinter;
import io.lakeward.cli.view.JsonRowsPrinter;
import io.lakeward.cli.view.RowsPrinter;
import io.lakeward.cli.view.TablePrinter;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.sql.SqlSession;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lakeward sql}: runs a Spark SQL query over the pipeline's tables. */
@CommandLine.Command(
    name = "sql",
    description =
        "Runs SQL over the pipeline's tables: queries, DESCRIBE, SHOW, INSERT, UPDATE, DELETE, MERGE.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  lakeward sql \"SELECT * FROM orders\"",
      "  lakeward sql \"SELECT count(*) FROM orders\" -C my-pipeline",
      "  lakeward sql \"SELECT * FROM orders\" --output csv > orders.csv",
      "  lakeward sql \"DESCRIBE HISTORY orders\"",
      "  lakeward sql \"DELETE FROM orders WHERE customer_id = 7\"",
      "  lakeward sql - < query.sql",
      "  lakeward sql"
    })
final class SqlCommand extends ProjectCommand {

  private static final int ROWS_FOR_PEOPLE = 1000;

  private @Nullable SqlSession running;

  @Mixin private EngineOptions engine = new EngineOptions();

  @Parameters(
      index = "0",
      paramLabel = "SQL",
      arity = "0..1",
      description =
          "Statements, separated by semicolons; - reads them from standard input. Without it, a prompt is opened.")
  private @Nullable String query;

  @Mixin private FolderOption folder = new FolderOption();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most this many rows (default: 1000 for table, all for json and csv).")
  private @Nullable Integer limit;

  @Option(
      names = "--output",
      paramLabel = "FORMAT",
      description = "table, json or csv (default: table).")
  private RowsFormat output = RowsFormat.TABLE;

  SqlCommand(Console console) {
    super(console);
  }

  @Override
  public boolean printsJson() {
    return output == RowsFormat.JSON;
  }

  @Override
  public String outcome() {
    return outcome(running == null ? 0 : running.statementsRun());
  }

  /**
   * What became of a text of which a statement failed.
   *
   * @param before how many statements before it were run
   */
  static String outcome(int before) {
    return switch (before) {
      case 0 -> "nothing was changed";
      case 1 -> "the statement before it was run";
      default -> "the " + before + " statements before it were run";
    };
  }

  @Override
  public Integer call() {
    try (PipelineEngine pipeline = project().openEngine(folder.path(), engine)) {
      int limit = rowLimit();
      RowsPrinter printer = printer(zone(pipeline.settings()));
      SqlSession session = pipeline.session();
      running = session;
      if (query == null && isTyped()) {
        new SqlShell(session, printer, console).run(limit);
      } else {
        session.run(queryText(), limit, result -> print(result, printer));
      }
      return ExitCode.DONE;
    }
  }

  /** Whether somebody types and reads, however plain the terminal is. */
  private boolean isTyped() {
    boolean isPlain = "dumb".equals(System.getenv("TERM"));
    return System.console() != null && (console.outTerminal().interactive() || isPlain);
  }

  private void print(QueryResult result, RowsPrinter printer) {
    console.print(printer.print(result));
    if (result.truncated() && output != RowsFormat.TABLE) {
      console.note("There are more rows than the limit.\n");
    }
  }

  private String queryText() {
    if (query != null && !query.equals("-")) {
      return query;
    }
    try {
      return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("standard input could not be read", e);
    }
  }

  private int rowLimit() {
    if (limit == null) {
      return output == RowsFormat.TABLE ? ROWS_FOR_PEOPLE : Integer.MAX_VALUE;
    }
    if (limit < 0) {
      throw new ProjectException(
          CommandProblems.wrongArguments(
              "--limit must be 0 or more, but was " + limit + ".", Optional.empty()));
    }
    return limit;
  }

  private RowsPrinter printer(ZoneId zone) {
    return switch (output) {
      case TABLE -> new TablePrinter(zone);
      case JSON -> new JsonRowsPrinter(zone);
      case CSV -> new CsvPrinter(zone);
    };
  }

  private static ZoneId zone(PipelineSettings settings) {
    String name = settings.configuration().getOrDefault("spark.sql.session.timeZone", "UTC");
    try {
      return ZoneId.of(name, ZoneId.SHORT_IDS);
    } catch (DateTimeException e) {
      return ZoneId.of("UTC");
    }
  }
}
