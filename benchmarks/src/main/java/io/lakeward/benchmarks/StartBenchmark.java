/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A first run of the example in a new process, and a second one that finds nothing to do. */
final class StartBenchmark {

  private static final int REPETITIONS = 5;

  private final Program program;
  private final Path work;

  StartBenchmark(Program program, Path work) {
    this.program = program;
    this.work = work;
  }

  void run(Report report) throws IOException, InterruptedException {
    List<Double> cold = new ArrayList<>();
    List<Double> coldUpdate = new ArrayList<>();
    List<Double> again = new ArrayList<>();
    List<Double> againUpdate = new ArrayList<>();
    long peak = 0;
    for (int i = 0; i <= REPETITIONS; i++) {
      Path project = program.copyExample(work.resolve("start-" + i), true);
      Program.Run first = program.run(project);
      Program.Run second = program.run(project);
      if (second.changed()) {
        throw new IOException("the second run changed a table");
      }
      if (i > 0) { // the first round warms the disk cache
        cold.add(first.process().seconds());
        coldUpdate.add(first.updateSeconds());
        again.add(second.process().seconds());
        againUpdate.add(second.updateSeconds());
        peak = Math.max(peak, first.process().peakMegabytes());
      }
    }
    report.section(
        "Start (example 01, 3,000 events; median of "
            + REPETITIONS
            + " after one round to warm up)",
        List.of("run", "whole process, s", "update alone, s", "goal"));
    report.row("first", Report.seconds(cold), Report.seconds(coldUpdate), "process ≤ 3.0 s");
    report.row(
        "second, nothing new",
        Report.seconds(again),
        Report.seconds(againUpdate),
        "process ≤ 2.0 s, update ≤ 0.1 s");
    report.note("Peak memory of a first run: " + peak + " MB.");
  }
}
