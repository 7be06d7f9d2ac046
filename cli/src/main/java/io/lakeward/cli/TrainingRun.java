/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.analysis.catalyst.AnalyzerStart;
import io.lakeward.cli.warm.WarmClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Uses the program as people do, so that Java can archive the classes that this takes. The launcher
 * calls it once after a build; its output is of no interest.
 */
final class TrainingRun {

  private static final String[] QUERIES = {
    "SELECT country, sum(sales) AS sales FROM daily_sales GROUP BY country ORDER BY 2 DESC",
    "SELECT o.order_id, o.amount, s.day FROM clean_orders o JOIN daily_sales s ON o.country ="
        + " s.country",
    "SELECT date_trunc('MONTH', ordered_at) AS month, avg(CASE WHEN amount > 10 THEN 1 ELSE 0 END)"
        + " AS share, count(*) AS orders FROM clean_orders GROUP BY 1",
    "SELECT *, row_number() OVER (PARTITION BY country ORDER BY amount) AS rank FROM clean_orders"
  };

  /** What the project that init makes has no need for, and most others have. */
  private static final String MORE =
      """
      CREATE OR REFRESH STREAMING TABLE placed_orders
      (
        CONSTRAINT positive EXPECT (amount > 0) ON VIOLATION DROP ROW,
        CONSTRAINT dated    EXPECT (ordered_at IS NULL OR ordered_at >= '2020-01-01')
      )
      AS SELECT order_id, country, ordered_at, CAST(amount AS DOUBLE) AS amount
      FROM STREAM(LIVE.orders);

      CREATE OR REFRESH MATERIALIZED VIEW monthly_shares
      AS SELECT
        country,
        DATE_TRUNC('MONTH', ordered_at) AS month,
        AVG(CASE WHEN ordered_at <= '2026-06-01' THEN 1 ELSE 0 END) AS share,
        COUNT(*) AS orders
      FROM LIVE.placed_orders
      GROUP BY country, DATE_TRUNC('MONTH', ordered_at);
      """;

  private static final String SETTINGS =
      """
      libraries:
        - glob:
            include: transformations/**
      """;

  private final Console console;

  private TrainingRun(Console console) {
    this.console = console;
  }

  public static void main(String[] arguments) {
    AnalyzerStart.begin();
    Console console = Console.ofProcess();
    new TrainingRun(console).run(Path.of(arguments[0]));
    console.out().flush();
    console.err().flush();
    System.exit(ExitCode.DONE);
  }

  private void run(Path folder) {
    String project = folder.resolve("training").toString();
    call("init", project);
    addDefinitions(Path.of(project));
    call("validate", project);
    call("explain", project);
    WarmClient.run(new String[] {"run", project});
    call("run", project);
    addFile(Path.of(project));
    call("run", project);
    call("run", project, "--output", "json");
    for (String query : QUERIES) {
      call("sql", query, "-C", project);
    }
    call("sql", QUERIES[0], "-C", project, "--output", "json");
    call("sql", QUERIES[0], "-C", project, "--output", "csv");
    call("sql", "SELECT nothing FROM nowhere", "-C", project);
    call("events", project);
    call("run", "--help");
  }

  private static void addDefinitions(Path project) {
    try {
      Files.writeString(project.resolve("transformations/more.sql"), MORE);
      Files.writeString(project.resolve("pipeline.yml"), SETTINGS, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file that brings a broken record and a row against a rule. */
  private static void addFile(Path project) {
    try {
      Files.writeString(
          project.resolve("volumes/main/default/landing/orders/2026-01-07.json"),
          """
          {"order_id":"A-10","country":"NL","ordered_at":"2026-01-07T07:55:00Z","amount":42.0}
          {"order_id":null,"country":"NL","ordered_at":"2026-01-07T08:55:00Z","amount":-1}
          """);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void call(String... arguments) {
    int exitCode = new Main(console).execute(arguments);
    console.note(String.join(" ", arguments) + " -> " + exitCode + "\n");
  }
}
