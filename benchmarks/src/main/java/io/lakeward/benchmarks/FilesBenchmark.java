/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The time it takes to find 10 new files among many known ones, against a plain walk over the same
 * folders that looks at each file's size and time and remembers nothing, and against Spark's file
 * stream over the same files.
 */
final class FilesBenchmark {
  private static final int IN_FOLDER = 1_000;
  private static final int NEW = 10;
  private static final int REPETITIONS = 3;

  /** With a million known files each takes minutes. The first one also warms Spark up. */
  private static final int SPARK_TRIGGERS = 2;

  private final Program program;
  private final Path work;
  private final int most;

  /**
   * @param most known files in the last row
   */
  FilesBenchmark(Program program, Path work, int most) {
    this.program = program;
    this.work = work;
    this.most = most;
  }

  void run(Report report) throws IOException, InterruptedException {
    report.section(
        "Finding " + NEW + " new files among known ones (median of " + REPETITIONS + ")",
        List.of(
            "known files",
            "update, s",
            "plain walk, s",
            "ratio",
            "peak memory, MB",
            "Spark's file stream, s (best of " + SPARK_TRIGGERS + ")",
            "Spark / lakeward"));
    for (int known : new int[] {1_000, most}) {
      row(report, known);
    }
    report.note(
        "Goal: little more than the walk; less than 100 MB between the two rows; a tenth of what Spark's"
            + " stream takes. Spark's seconds are a trigger's in a process that is warm; ours are an"
            + " update's in a new process, without the start of it, which comes on top.");
  }

  private void row(Report report, int known) throws IOException, InterruptedException {
    Path project = work.resolve("files-" + known);
    Path landing = project.resolve("volumes/main/raw/in");
    Files.createDirectories(project.resolve("transformations"));
    Files.writeString(
        project.resolve("transformations/all.sql"),
        "CREATE OR REFRESH STREAMING TABLE t AS SELECT * FROM STREAM read_files("
            + "'/Volumes/main/raw/in', format => 'json', schema => 'id INT', includeExistingFiles => false);");
    for (int i = 0; i < known; i++) {
      if (i % IN_FOLDER == 0) {
        Files.createDirectories(landing.resolve("part-" + i / IN_FOLDER));
      }
      land(landing, i);
    }
    program.run(project);
    List<Double> updates = new ArrayList<>();
    List<Double> walks = new ArrayList<>();
    long peak = 0;
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
      for (int i = 0; i < NEW; i++) {
        Path late = landing.resolve("late-" + repetition + "-" + i + ".json");
        Files.writeString(late, "{\"id\":1}\n");
      }
      Program.Run run = program.run(project);
      updates.add(run.updateSeconds());
      peak = Math.max(peak, run.process().peakMegabytes());
      walks.add(walk(landing));
    }
    List<Double> triggers = new ArrayList<>();
    ChildProcess.java(
            FilesOnSpark.class,
            List.of(
                landing.toString(),
                project.resolve("spark").toString(),
                Integer.toString(SPARK_TRIGGERS),
                Integer.toString(NEW)))
        .path("seconds")
        .forEach(seconds -> triggers.add(seconds.asDouble()));
    report.row(
        String.format(Locale.ROOT, "%,d", known),
        Report.seconds(updates),
        Report.seconds(walks),
        String.format(Locale.ROOT, "%.2f", median(updates) / median(walks)),
        Long.toString(peak),
        Report.seconds(Collections.min(triggers)),
        String.format(Locale.ROOT, "%.1f", Collections.min(triggers) / median(updates)));
  }

  private static void land(Path landing, int number) throws IOException {
    Path folder = landing.resolve("part-" + number / IN_FOLDER);
    Files.writeString(folder.resolve("events-" + number + ".json"), "{\"id\":0}\n");
  }

  private static double walk(Path folder) throws IOException {
    long start = System.nanoTime();
    long[] bytes = {0};
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes[0] += attributes.size() + attributes.lastModifiedTime().toMillis() % 2;
            return FileVisitResult.CONTINUE;
          }
        });
    return (System.nanoTime() - start) / 1e9;
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
