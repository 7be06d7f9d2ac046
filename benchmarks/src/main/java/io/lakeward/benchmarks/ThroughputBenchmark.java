/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Many events through the example, against the same work written by hand on DuckDB's driver; then
 * small additions to the large tables.
 */
final class ThroughputBenchmark {

  private static final int FILES = 8;
  private static final int ROUNDS = 3;
  private static final int ALL_RECORDS = -1;
  private static final int DUCKDB_DEFAULT = 20_480;

  private final Program program;
  private final Path work;
  private final int events;

  ThroughputBenchmark(Program program, Path work, int events) {
    this.program = program;
    this.work = work;
    this.events = events;
  }

  void run(Report report) throws IOException, InterruptedException {
    Path data = program.copyExample(work.resolve("large-0"), false);
    long bytes = program.generate(data, "base", 1, events, FILES);
    Program.Run best = null;
    Measurement bestByHand = null;
    Measurement bestFromSample = null;
    Path project = data;
    for (int round = 0; round < ROUNDS; round++) {
      // Both in turn, so that a busy moment of the machine hits both.
      Program.delete(data.resolve(".lakeward"));
      Program.Run run = program.run(project);
      Path target = work.resolve("by-hand");
      best = best == null || run.process().seconds() < best.process().seconds() ? run : best;
      bestByHand = faster(bestByHand, byHand(Program.landing(data), target, ALL_RECORDS));
      bestFromSample =
          faster(bestFromSample, byHand(Program.landing(data), target, DUCKDB_DEFAULT));
    }
    if (best == null || bestByHand == null || bestFromSample == null) {
      throw new IllegalStateException("no round was measured");
    }
    report.section(
        String.format(
            Locale.ROOT,
            "Throughput (%,d events, %.0f MB of JSON in %d files; best of %d in turn)",
            events,
            bytes / 1e6,
            FILES,
            ROUNDS),
        List.of("who", "whole process, s", "work alone, s", "peak memory, MB"));
    report.row(
        "lakeward",
        Report.seconds(best.process().seconds()),
        Report.seconds(best.updateSeconds()),
        Long.toString(best.process().peakMegabytes()));
    peer(report, best, "DuckDB by hand, schema from all records", bestByHand);
    peer(report, best, "DuckDB by hand, schema from 20,480 records", bestFromSample);
    report.note(
        "Goal: ratio ≤ 2, peak memory < 2048 MB. Lakeward learns the schema from all records, before the update begins: its work alone leaves that out, DuckDB's holds it. The peer that samples is the one that people write; the other does the same work as Lakeward.");
    increments(report, project);
  }

  private static void peer(Report report, Program.Run best, String name, Measurement peer)
      throws IOException {
    double work = new ObjectMapper().readTree(peer.output()).path("seconds").asDouble();
    report.row(
        name,
        Report.seconds(peer.seconds()),
        Report.seconds(work),
        Long.toString(peer.peakMegabytes()));
    report.row(
        "ratio to it",
        ratio(best.process().seconds(), peer.seconds()),
        ratio(best.updateSeconds(), work),
        "");
  }

  private static Measurement faster(@Nullable Measurement one, Measurement other) {
    return one == null || other.seconds() < one.seconds() ? other : one;
  }

  private void increments(Report report, Path project) throws IOException, InterruptedException {
    report.section(
        String.format(Locale.ROOT, "Additions to tables of %,d rows", events),
        List.of("new rows", "whole process, s", "update alone, s"));
    Program.Run nothing = program.run(project);
    report.row(
        "0", Report.seconds(nothing.process().seconds()), Report.seconds(nothing.updateSeconds()));
    int first = events + 1;
    for (int rows : new int[] {1_000, 100_000}) {
      program.generate(project, "add" + rows, first, rows, 1);
      first += rows;
      Program.Run run = program.run(project);
      report.row(
          String.format(Locale.ROOT, "%,d", rows),
          Report.seconds(run.process().seconds()),
          Report.seconds(run.updateSeconds()));
    }
    report.note("The materialized view is computed anew in each of them.");
  }

  private static Measurement byHand(Path landing, Path folder, int sample)
      throws IOException, InterruptedException {
    Program.delete(folder);
    Files.createDirectories(folder);
    return ChildProcess.run(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            HandWritten.class.getName(),
            landing.toString(),
            folder.toString(),
            Integer.toString(sample)));
  }

  private static String ratio(double one, double other) {
    return String.format(Locale.ROOT, "%.2f", one / other);
  }
}
