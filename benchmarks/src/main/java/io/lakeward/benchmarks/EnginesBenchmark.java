/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The same work on the embedded engine and on Spark within one process. */
final class EnginesBenchmark {
  private static final String EMBEDDED = "embedded";
  private static final String SPARK = "spark";
  private static final int LARGE = 100_000;
  private final Program program;
  private final Path work;
  private final double scale;

  /**
   * @param scale of TPC-H; 1 for 6,000,000 line items
   */
  EnginesBenchmark(Program program, Path work, double scale) {
    this.program = program;
    this.work = work;
    this.scale = scale;
  }

  void run(Report report) throws IOException, InterruptedException {
    example(report);
    queries(report);
  }

  private void example(Report report) throws IOException, InterruptedException {
    List<Program.Run> embedded = example(EMBEDDED);
    List<Program.Run> spark = example(SPARK);
    report.section(
        "Engines: example 01 (one run of each)",
        List.of("run", "embedded, s", "Spark, s", "ratio", "ratio of the updates alone"));
    List<String> names = List.of("first", "nothing new", "1,000 new rows", "100,000 new rows");
    for (int i = 0; i < names.size(); i++) {
      Program.Run one = embedded.get(i);
      Program.Run other = spark.get(i);
      report.row(
          names.get(i),
          Report.seconds(one.process().seconds()),
          Report.seconds(other.process().seconds()),
          ratio(other.process().seconds(), one.process().seconds()),
          ratio(other.updateSeconds(), one.updateSeconds()));
    }
    report.note("Expected: the embedded engine is 10 times as fast for small updates.");
  }

  private List<Program.Run> example(String engine) throws IOException, InterruptedException {
    Path project = program.copyExample(work.resolve("engine-" + engine), true);
    List<Program.Run> runs = new ArrayList<>();
    runs.add(program.run(project, "--engine", engine));
    runs.add(program.run(project, "--engine", engine));
    int first = LARGE;
    for (int rows : new int[] {1_000, LARGE}) {
      program.generate(project, "add" + rows, first, rows, 1);
      first += rows;
      runs.add(program.run(project, "--engine", engine));
    }
    return runs;
  }

  private void queries(Report report) throws IOException, InterruptedException {
    Path project = work.resolve("tpch");
    Files.createDirectories(project.resolve("transformations"));
    StringBuilder sql = new StringBuilder();
    for (TpchTable<?> table : TpchTable.getTables()) {
      sql.append(land(table, project));
    }
    List<String> views = new ArrayList<>();
    for (String query : queriesOfTpch()) {
      String name = "q" + (views.size() + 1);
      views.add(name);
      sql.append("CREATE OR REFRESH MATERIALIZED VIEW %s AS%n%s;%n".formatted(name, query));
    }
    Files.writeString(project.resolve("transformations/tpch.sql"), sql);
    program.run(
        project,
        "--refresh",
        TpchTable.getTables().stream()
            .map(TpchTable::getTableName)
            .collect(Collectors.joining(",")));
    String all = String.join(",", views);
    Program.Run embedded = program.run(project, "--full-refresh", all, "--engine", EMBEDDED);
    Program.Run spark = program.run(project, "--full-refresh", all, "--engine", SPARK);
    report.section(
        String.format(
            Locale.ROOT,
            "Engines: the %d queries of TPC-H at scale %s as materialized views (one run of each)",
            views.size(),
            scale),
        List.of("engine", "whole process, s", "update alone, s", "peak memory, MB"));
    queries(report, EMBEDDED, embedded);
    queries(report, SPARK, spark);
    report.row(
        "ratio",
        ratio(spark.process().seconds(), embedded.process().seconds()),
        ratio(spark.updateSeconds(), embedded.updateSeconds()),
        "");
    report.note("Expected: the embedded engine is 3 times as fast.");
    report.section(
        "Engines: each of these queries, beside the others that run with it",
        List.of("view", "embedded, s", "Spark, s", "ratio"));
    for (String view : views) {
      double one = embedded.secondsOf(view);
      double other = spark.secondsOf(view);
      report.row(view, Report.seconds(one), Report.seconds(other), ratio(other, one));
    }
  }

  private static void queries(Report report, String engine, Program.Run run) {
    report.row(
        engine,
        Report.seconds(run.process().seconds()),
        Report.seconds(run.updateSeconds()),
        Long.toString(run.process().peakMegabytes()));
  }

  /** Writes the rows of a table and gives the statement that loads them. */
  private <E extends TpchEntity> String land(TpchTable<E> table, Path project) throws IOException {
    Path folder = project.resolve("volumes/main/default/landing").resolve(table.getTableName());
    Files.createDirectories(folder);
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("rows.csv"))) {
      for (E row : table.createGenerator(scale, 1, 1)) {
        out.write(row.toLine());
        out.newLine();
      }
    }
    String columns =
        table.getColumns().stream()
            .map(column -> column.getColumnName() + " " + type(column))
            .collect(Collectors.joining(", "));
    return """
    CREATE OR REFRESH STREAMING TABLE %1$s AS SELECT * EXCEPT (_rescued_data)
    FROM STREAM read_files('/Volumes/main/default/landing/%1$s', format => 'csv', sep => '|', header => 'false',
      schema => '%2$s', rescuedDataColumn => '_rescued_data');
    """
        .formatted(table.getTableName(), columns);
  }

  private static String type(TpchColumn<?> column) {
    return switch (column.getType().getBase()) {
      case IDENTIFIER -> "BIGINT";
      case INTEGER -> "INT";
      case DATE -> "DATE";
      case DOUBLE -> "DECIMAL(15, 2)";
      case VARCHAR -> "STRING";
    };
  }

  /** The queries that the tests compare the engines with. */
  private List<String> queriesOfTpch() throws IOException {
    Path file = program.tree().resolve("executor-embedded/src/test/resources/tpch.sql");
    return Arrays.stream(Files.readString(file).split(";\\s*\n"))
        .map(query -> query.substring(Math.max(0, query.indexOf("-- Q"))).strip())
        .filter(query -> !query.isEmpty())
        .toList();
  }

  private static String ratio(double one, double other) {
    return String.format(Locale.ROOT, "%.1f", one / other);
  }
}
