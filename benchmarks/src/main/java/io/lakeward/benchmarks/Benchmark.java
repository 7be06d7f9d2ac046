/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;

/**
 * Measures the program as a user starts it, and prints a report.
 *
 * <pre>
 * Benchmark SOURCE_TREE [EVENTS] [PART]…     parts: start throughput increments history rules ingest files changes changes:ROWS[:TYPE[:CHANGES]] engines; all by default
 * </pre>
 */
public final class Benchmark {

  private static final int EVENTS = 2_000_000;
  private static final int MOST_FILES = 1_000_000;
  private static final int CHANGED_ROWS = 1_000_000;
  private static final int MANY_CHANGED_ROWS = 10_000_000;

  private Benchmark() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path tree = Path.of(arguments[0]).toAbsolutePath().normalize();
    int next = 1;
    int events = EVENTS;
    if (arguments.length > 1 && arguments[1].matches("[0-9]+")) {
      events = Integer.parseInt(arguments[1]);
      next = 2;
    }
    List<String> parts =
        arguments.length > next
            ? List.of(arguments).subList(next, arguments.length)
            : List.of(
                "start",
                "throughput",
                "increments",
                "history",
                "commits",
                "rules",
                "ingest",
                "files",
                "changes",
                "engines");
    Report report = new Report();
    report.machine(MachineFacts.read());
    Path work = Files.createTempDirectory("lakeward-benchmark");
    try {
      Program program = new Program(tree);
      if (parts.contains("start")) {
        new StartBenchmark(program, work).run(report);
      }
      if (parts.contains("throughput") || parts.contains("increments")) {
        new ThroughputBenchmark(program, work, events).run(report);
      }
      if (parts.contains("history")) {
        new HistoryBenchmark(program, work).run(report);
      }
      if (parts.contains("commits")) {
        new CommitsBenchmark(work).run(report);
      }
      if (parts.contains("rules")) {
        new RulesBenchmark(program, work, events).run(report);
      }
      if (parts.contains("ingest")) {
        new IngestBenchmark(program, work, events * 3).run(report);
      }
      if (parts.contains("files")) {
        new FilesBenchmark(program, work, Math.min(events, MOST_FILES)).run(report);
      }
      if (parts.contains("changes")) {
        new ChangesBenchmark(program, work, CHANGED_ROWS).run(report);
        if (events >= MANY_CHANGED_ROWS) {
          new ChangesBenchmark(program, work, MANY_CHANGED_ROWS).run(report);
        }
      }
      for (String part : parts) {
        if (part.startsWith("changes:")) {
          ChangesBenchmark.some(program, work, part.substring("changes:".length()).split(":"))
              .run(report);
        }
      }
      if (parts.contains("engines")) {
        new EnginesBenchmark(program, work, (double) events / EVENTS).run(report);
      }
    } finally {
      Program.delete(work);
    }
    System.out.println(report.text());
    String name =
        String.format(
            Locale.ROOT,
            "%s-%dcores.md",
            LocalDate.now(ZoneOffset.UTC),
            Runtime.getRuntime().availableProcessors());
    Path file = tree.resolve("benchmarks/results").resolve(name);
    Files.createDirectories(tree.resolve("benchmarks/results"));
    Files.writeString(file, report.text());
    System.err.println("written to benchmarks/results/" + name);
  }
}
