/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The same table with three expectations and without, filled from the same stored rows. */
final class RulesBenchmark {
  private static final int ROUNDS = 9;
  private static final String SQL =
      """
      CREATE OR REFRESH STREAMING TABLE events AS SELECT * FROM STREAM read_files(
        '/Volumes/zrl_/bronze/landing/events/', format => 'json');
      CREATE OR REFRESH STREAMING TABLE plain AS
        SELECT *, CAST(weight_kg AS DOUBLE) AS weight FROM STREAM(events);
      CREATE OR REFRESH STREAMING TABLE checked (
        CONSTRAINT has_shipment EXPECT (shipment_id IS NOT NULL),
        CONSTRAINT has_weight   EXPECT (weight > 0),
        CONSTRAINT has_status   EXPECT (status IN ('DELIVERED', 'DELAYED', 'IN_TRANSIT', 'LOST')))
        AS SELECT *, CAST(weight_kg AS DOUBLE) AS weight FROM STREAM(events);
      """;

  private final Program program;
  private final Path work;
  private final int events;

  RulesBenchmark(Program program, Path work, int events) {
    this.program = program;
    this.work = work;
    this.events = events;
  }

  void run(Report report) throws IOException, InterruptedException {
    Path project = work.resolve("rules");
    Files.createDirectories(Program.landing(project));
    Files.createDirectories(project.resolve("transformations"));
    Files.writeString(project.resolve("transformations/rules.sql"), SQL);
    program.generate(project, "base", 1, events, 4);
    program.run(project);
    report.section(
        String.format(
            Locale.ROOT,
            "Rules (%,d stored rows into a table; medians of %d in turn)",
            events,
            ROUNDS),
        List.of("engine", "without rules, s", "with three rules, s", "ratio"));
    for (String engine : List.of("embedded", "spark")) {
      List<Double> plain = new ArrayList<>();
      List<Double> checked = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        // Both in turn, so that a busy moment of the machine hits both.
        plain.add(refill(project, "plain", engine));
        checked.add(refill(project, "checked", engine));
      }
      report.row(
          engine,
          Report.seconds(median(plain)),
          Report.seconds(median(checked)),
          String.format(Locale.ROOT, "%.3f", median(checked) / median(plain)));
    }
    report.note("Goal: three rules cost no more than 3 %.");
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  private double refill(Path project, String table, String engine)
      throws IOException, InterruptedException {
    return program.run(project, "--full-refresh", table, "--engine", engine).secondsOf(table);
  }
}
