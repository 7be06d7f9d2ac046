/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Changes into a table that has rows already, by AUTO CDC and by a MERGE that is written by hand
 * for Spark and delta-spark. Both read the same files.
 */
final class ChangesBenchmark {
  private static final List<Integer> CHANGES = List.of(100, 10_000, 1_000_000);

  private final Program program;
  private final Path work;
  private final int rows;
  private final List<Integer> types;
  private final List<Integer> changes;

  /**
   * @param rows that the target has before
   */
  ChangesBenchmark(Program program, Path work, int rows) {
    this(program, work, rows, List.of(1, 2), CHANGES);
  }

  private ChangesBenchmark(
      Program program, Path work, int rows, List<Integer> types, List<Integer> changes) {
    this.program = program;
    this.work = work;
    this.rows = rows;
    this.types = types;
    this.changes = changes;
  }

  /**
   * Some of the rows.
   *
   * @param words how many rows the target has; then, if there are more, the type, and how many
   *     changes
   */
  static ChangesBenchmark some(Program program, Path work, String... words) {
    List<Integer> numbers = Stream.of(words).map(Integer::valueOf).toList();
    return new ChangesBenchmark(
        program,
        work,
        numbers.get(0),
        numbers.size() > 1 ? List.of(numbers.get(1)) : List.of(1, 2),
        numbers.size() > 2 ? List.of(numbers.get(2)) : CHANGES);
  }

  /** Some changes, and where their keys are. */
  private record Step(int changes, boolean isScattered) {
    String name() {
      return String.format(Locale.ROOT, "%07d-%s", changes, isScattered ? "scattered" : "near");
    }
  }

  void run(Report report) throws IOException, InterruptedException {
    report.section(
        String.format(Locale.ROOT, "Changes into a table of %,d rows", rows),
        List.of(
            "type",
            "changes",
            "keys",
            "lakeward, whole process, s",
            "lakeward, update alone, s",
            "MERGE on Spark, stream alone, s",
            "Spark / lakeward"));
    List<Step> steps = new ArrayList<>();
    for (int count : changes) {
      if (count < rows) {
        steps.add(new Step(count, false));
      }
      steps.add(new Step(count, true));
    }
    for (int type : types) {
      Path folder = work.resolve("changes-" + rows + "-type-" + type);
      Path project = folder.resolve("project");
      Path feed = project.resolve("feed");
      Path waiting = folder.resolve("waiting");
      Files.createDirectories(feed);
      Files.createDirectories(waiting);
      Files.createDirectories(project.resolve("transformations"));
      Files.writeString(project.resolve("transformations/t.sql"), sql(feed, type));
      write(feed.resolve("0.json"), rows, 0, -1, new Random(3));
      int sequence = rows;
      for (Step step : steps) {
        write(
            waiting.resolve(step.name() + ".json"),
            step.changes(),
            step.isScattered() ? -1 : rows - step.changes() / 2,
            sequence,
            new Random(5));
        sequence += step.changes();
      }
      JsonNode byHand = byHand(folder, feed, waiting, steps, type);
      program.run(project);
      for (Step step : steps) {
        Files.copy(waiting.resolve(step.name() + ".json"), feed.resolve(step.name() + ".json"));
        Program.Run ours = program.run(project);
        double peer = byHand.path(step.name()).asDouble();
        report.row(
            "SCD " + type,
            String.format(Locale.ROOT, "%,d", step.changes()),
            step.isScattered() ? "scattered" : "near each other, half of them new",
            Report.seconds(ours.process().seconds()),
            Report.seconds(ours.updateSeconds()),
            Report.seconds(peer),
            String.format(Locale.ROOT, "%.1f", peer / ours.updateSeconds()));
      }
    }
    report.note(
        "Goal: 10 or more for 100 changes, 3 or more for 1,000,000. The MERGE takes the newest change of"
            + " each key in a batch and knows nothing of late ones; its process is warm, each of ours"
            + " is new.");
  }

  private static String sql(Path feed, int type) {
    return """
        CREATE OR REFRESH STREAMING TABLE t FLOW AUTO CDC
        FROM STREAM read_files('%s', format => 'json', schema => '%s')
        KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS * EXCEPT (op, seq)
        STORED AS SCD TYPE %d;
        """
        .formatted(feed, ChangesByHand.COLUMNS, type);
  }

  /**
   * @param firstKey keys go on from here; -1 for any key of the table
   */
  private void write(Path file, int changes, int firstKey, int firstSequence, Random random)
      throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < changes; i++) {
        int key = firstKey < 0 ? random.nextInt(rows) : firstKey + i;
        boolean isDelete = firstSequence >= 0 && random.nextInt(10) == 0;
        out.write(
            "{\"id\":%d,\"name\":\"customer-%d\",\"city\":\"city-%d\",\"amount\":%d.5,\"op\":\"%s\",\"seq\":%d}\n"
                .formatted(
                    key,
                    key,
                    random.nextInt(1000),
                    random.nextInt(100_000),
                    isDelete ? "D" : "U",
                    Math.max(firstSequence, 0) + i));
      }
    }
  }

  /** Seconds for each step. */
  private static JsonNode byHand(Path folder, Path feed, Path waiting, List<Step> steps, int type)
      throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                folder.resolve("by-hand").toString(),
                Integer.toString(type),
                feed.resolve("0.json").toString()));
    steps.forEach(step -> arguments.add(waiting.resolve(step.name() + ".json").toString()));
    return ChildProcess.java(ChangesByHand.class, arguments);
  }
}
