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
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Spark's own file stream into a Delta table, which knows all files of a folder and finds a few new
 * ones at each trigger. Prints the seconds of each trigger as JSON.
 */
public final class FilesOnSpark {
  private FilesOnSpark() {}

  /**
   * @param arguments landing folder, target folder, how many triggers, new files for each
   */
  public static void main(String[] arguments) throws Exception {
    Path landing = Path.of(arguments[0]);
    Path target = Path.of(arguments[1]);
    SparkSession spark = LocalSpark.start();
    try {
      // Their names are learned, and none is opened, as our side does with includeExistingFiles.
      trigger(spark, landing, target, false);
      List<Double> seconds = new ArrayList<>();
      for (int trigger = 0; trigger < Integer.parseInt(arguments[2]); trigger++) {
        land(landing, trigger, Integer.parseInt(arguments[3]));
        long start = System.nanoTime();
        trigger(spark, landing, target, true);
        seconds.add((System.nanoTime() - start) / 1e9);
      }
      System.out.println(
          seconds.stream()
              .map(value -> String.format(Locale.ROOT, "%.3f", value))
              .collect(Collectors.joining(", ", "{\"seconds\": [", "]}")));
    } finally {
      spark.stop();
    }
  }

  private static void land(Path landing, int trigger, int files) throws IOException {
    for (int i = 0; i < files; i++) {
      Files.writeString(
          landing.resolve("spark-late-" + trigger + "-" + i + ".json"), "{\"id\":1}\n");
    }
  }

  private static void trigger(SparkSession spark, Path landing, Path target, boolean isRead)
      throws Exception {
    spark
        .readStream()
        .format("json")
        .schema("id INT")
        .option("recursiveFileLookup", "true")
        .load(landing.toString())
        .writeStream()
        .foreachBatch(
            (rows, batch) -> {
              if (isRead) {
                rows.write().format("delta").mode("append").save(target + "/table");
              }
            })
        .option("checkpointLocation", target.resolve("checkpoint").toString())
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
  }
}
