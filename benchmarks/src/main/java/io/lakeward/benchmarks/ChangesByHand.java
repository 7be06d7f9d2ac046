/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/** A stream of changes on Spark whose batches are merged into a Delta table, as people write it. */
public final class ChangesByHand {
  static final String COLUMNS =
      "id BIGINT, name STRING, city STRING, amount DOUBLE, op STRING, seq BIGINT";

  private final SparkSession spark;
  private final Path folder;
  private final String table;

  private ChangesByHand(SparkSession spark, Path folder) {
    this.spark = spark;
    this.folder = folder;
    this.table = "delta.`" + folder.resolve("table") + "`";
  }

  /**
   * @param arguments folder to work in, SCD type, the file with the table's first rows, files with
   *     changes
   */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    SparkSession spark = LocalSpark.start();
    try {
      ChangesByHand byHand = new ChangesByHand(spark, folder);
      Map<String, Double> seconds =
          byHand.run(
              arguments[1].equals("1"),
              List.of(arguments).subList(2, arguments.length).stream().map(Path::of).toList());
      System.out.println(new ObjectMapper().writeValueAsString(seconds));
    } finally {
      spark.stop();
    }
  }

  private Map<String, Double> run(boolean isType1, List<Path> files) throws Exception {
    Path feed = Files.createDirectories(folder.resolve("feed"));
    spark.sql(
        "CREATE TABLE "
            + table
            + " (id BIGINT, name STRING, city STRING, amount DOUBLE, "
            + (isType1 ? "seq BIGINT" : "start_at BIGINT, end_at BIGINT")
            + ") USING delta");
    Map<String, Double> seconds = new LinkedHashMap<>();
    for (Path file : files) {
      Files.copy(file, feed.resolve(file.getFileName()));
      long start = System.nanoTime();
      stream(feed, isType1 ? this::mergeNewest : this::mergeVersions);
      String name = file.getFileName().toString();
      seconds.put(name.substring(0, name.lastIndexOf('.')), (System.nanoTime() - start) / 1e9);
    }
    return seconds;
  }

  private void stream(Path feed, VoidFunction2<Dataset<Row>, Long> batch) throws Exception {
    spark
        .readStream()
        .schema(COLUMNS)
        .json(feed.toString())
        .writeStream()
        .foreachBatch(batch)
        .option("checkpointLocation", folder.resolve("checkpoint").toString())
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
  }

  private static String newest(Dataset<Row> changes) {
    changes.createOrReplaceTempView("changes");
    return "(SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY id ORDER BY seq DESC) AS n"
        + " FROM changes) WHERE n = 1)";
  }

  private void mergeNewest(Dataset<Row> changes, Long batch) {
    changes
        .sparkSession()
        .sql(
            """
            MERGE INTO %s t USING %s s ON t.id = s.id
            WHEN MATCHED AND s.seq > t.seq AND s.op = 'D' THEN DELETE
            WHEN MATCHED AND s.seq > t.seq THEN
              UPDATE SET name = s.name, city = s.city, amount = s.amount, seq = s.seq
            WHEN NOT MATCHED AND s.op <> 'D' THEN
              INSERT (id, name, city, amount, seq) VALUES (s.id, s.name, s.city, s.amount, s.seq)
            """
                .formatted(table, newest(changes)));
  }

  /** A change that ends a version and begins one comes twice: once with a key that matches none. */
  private void mergeVersions(Dataset<Row> changes, Long batch) {
    String newest = newest(changes);
    changes
        .sparkSession()
        .sql(
            """
            MERGE INTO %s t USING (
              SELECT id AS match, * FROM %s
              UNION ALL SELECT NULL AS match, * FROM %s WHERE op <> 'D') s
            ON t.id = s.match AND t.end_at IS NULL
            WHEN MATCHED AND s.seq > t.start_at THEN UPDATE SET end_at = s.seq
            WHEN NOT MATCHED AND s.match IS NULL THEN
              INSERT (id, name, city, amount, start_at) VALUES (s.id, s.name, s.city, s.amount, s.seq)
            """
                .formatted(table, newest, newest));
  }
}
