/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Files with a given schema into a table, rescued data on, against DuckDB's own reader and writer
 * of Parquet, and against Spark's file stream into a Delta table.
 */
final class IngestBenchmark {
  static final String COLUMNS =
      "id BIGINT, customer STRING, amount DOUBLE, quantity INT, at TIMESTAMP, day DATE, paid BOOLEAN, note STRING";

  private static final int ROUNDS = 3;

  /** Spark takes many times as long, and its time is compared with a goal far away. */
  private static final int SPARK_ROUNDS = 1;

  private static final int FILES = 8;

  private final Program program;
  private final Path work;
  private final int rows;

  IngestBenchmark(Program program, Path work, int rows) {
    this.program = program;
    this.work = work;
    this.rows = rows;
  }

  void run(Report report) throws IOException, InterruptedException {
    report.section(
        String.format(
            Locale.ROOT, "Ingestion of typed files (%,d rows; best of %d in turn)", rows, ROUNDS),
        List.of(
            "format",
            "MB",
            "lakeward, work alone, s",
            "DuckDB, work alone, s",
            "share of DuckDB's speed",
            "Spark, stream alone, s",
            "Spark / lakeward"));
    for (String format : List.of("json", "csv")) {
      Path project = work.resolve("ingest-" + format);
      Path landing = project.resolve("landing");
      Files.createDirectories(landing);
      Files.createDirectories(project.resolve("transformations"));
      Files.writeString(project.resolve("transformations/t.sql"), sql(landing, format));
      long bytes = generate(landing, format);
      double ours = Double.MAX_VALUE;
      double peer = Double.MAX_VALUE;
      double spark = Double.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        // Both in turn, so that a busy moment of the machine hits both.
        Program.delete(project.resolve(".lakeward"));
        ours = Math.min(ours, program.run(project).updateSeconds());
        peer = Math.min(peer, byHand(IngestByHand.class, format, landing));
        if (round < SPARK_ROUNDS) {
          spark = Math.min(spark, byHand(IngestOnSpark.class, format, landing));
        }
      }
      report.row(
          format,
          String.format(Locale.ROOT, "%.0f", bytes / 1e6),
          Report.seconds(ours),
          Report.seconds(peer),
          String.format(Locale.ROOT, "%.2f", peer / ours),
          Report.seconds(spark),
          String.format(Locale.ROOT, "%.1f", spark / ours));
    }
    report.note(
        "Goal: 0.7 or more of DuckDB's speed, 3 times Spark's. Neither of the two rescues values.");
  }

  private static String sql(Path landing, String format) {
    return """
        CREATE OR REFRESH STREAMING TABLE sales AS SELECT * FROM STREAM read_files(
          '%s', format => '%s', schema => '%s, _rescued_data STRING'%s);
        """
        .formatted(landing, format, COLUMNS, format.equals("csv") ? ", header => true" : "");
  }

  private long generate(Path landing, String format) throws IOException {
    Random random = new Random(5);
    long bytes = 0;
    for (int file = 0; file < FILES; file++) {
      Path path = landing.resolve("part-" + file + "." + format);
      try (BufferedWriter out = Files.newBufferedWriter(path)) {
        if (format.equals("csv")) {
          out.write("id,customer,amount,quantity,at,day,paid,note\n");
        }
        for (int row = 0; row < rows / FILES; row++) {
          out.write(record(format, random, (long) file * rows + row));
        }
      }
      bytes += Files.size(path);
    }
    return bytes;
  }

  private static String record(String format, Random random, long id) {
    String customer = "customer-" + random.nextInt(100_000);
    String amount = random.nextInt(100_000) + "." + (10 + random.nextInt(90));
    int quantity = random.nextInt(1000);
    String day =
        String.format(
            Locale.ROOT, "2026-%02d-%02d", 1 + random.nextInt(12), 1 + random.nextInt(28));
    String at =
        day + "T" + (10 + random.nextInt(14)) + ":" + (10 + random.nextInt(50)) + ":07.125Z";
    boolean paid = random.nextBoolean();
    String note = "delivered to the door of " + customer;
    return format.equals("csv")
        ? id + "," + customer + "," + amount + "," + quantity + "," + at + "," + day + "," + paid
            + "," + note + "\n"
        : "{\"id\":"
            + id
            + ",\"customer\":\""
            + customer
            + "\",\"amount\":"
            + amount
            + ",\"quantity\":"
            + quantity
            + ",\"at\":\""
            + at
            + "\",\"day\":\""
            + day
            + "\",\"paid\":"
            + paid
            + ",\"note\":\""
            + note
            + "\"}\n";
  }

  private double byHand(Class<?> program, String format, Path landing)
      throws IOException, InterruptedException {
    Path target = work.resolve("ingest-peer");
    Program.delete(target);
    Files.createDirectories(target);
    return ChildProcess.java(program, List.of(format, landing.toString(), target.toString()))
        .path("seconds")
        .asDouble();
  }
}
