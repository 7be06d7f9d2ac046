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

/** The time of an addition of 1,000 rows to a table that already has many versions. */
final class HistoryBenchmark {

  private static final int[] VERSIONS = {0, 100, 1_000};
  private static final int ROWS_PER_VERSION = 10;
  private static final int REPETITIONS = 3;

  private final Program program;
  private final Path work;

  HistoryBenchmark(Program program, Path work) {
    this.program = program;
    this.work = work;
  }

  void run(Report report) throws IOException, InterruptedException {
    report.section(
        "An addition of 1,000 rows, by the number of versions of the table (median of "
            + REPETITIONS
            + ")",
        List.of("versions", "whole process, s", "update alone, s"));
    for (int versions : VERSIONS) {
      Path project = program.copyExample(work.resolve("history-" + versions), false);
      oneVersionForEachFile(project);
      if (versions > 0) {
        program.generate(project, "base", 1, versions * ROWS_PER_VERSION, versions);
        program.run(project);
        // Only the table's versions are to differ, not the number of files to list.
        Program.emptyLanding(project);
      }
      List<Double> process = new ArrayList<>();
      List<Double> update = new ArrayList<>();
      for (int i = 0; i < REPETITIONS; i++) {
        program.generate(project, "add" + i, 1_000_000 + i * 1_000, 1_000, 1);
        Program.Run run = program.run(project);
        process.add(run.process().seconds());
        update.add(run.updateSeconds());
      }
      report.row(
          String.format(Locale.ROOT, "%,d", versions),
          Report.seconds(process),
          Report.seconds(update));
    }
    report.note("Goal: no growth.");
  }

  private static void oneVersionForEachFile(Path project) throws IOException {
    Path bronze = project.resolve("transformations/bronze.sql");
    Files.writeString(
        bronze,
        Files.readString(bronze)
            .replace("format => 'json'", "format => 'json', maxFilesPerTrigger => 1"));
  }
}
