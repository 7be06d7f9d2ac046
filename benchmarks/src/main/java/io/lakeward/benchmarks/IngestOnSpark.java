/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import java.nio.file.Path;
import java.util.Locale;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/** Typed files to a Delta table by Spark's own file stream: each file once, and no rescued data. */
public final class IngestOnSpark {
  private IngestOnSpark() {}

  /**
   * @param arguments format, landing folder, target folder
   */
  public static void main(String[] arguments) throws Exception {
    Path target = Path.of(arguments[2]);
    SparkSession spark = LocalSpark.start();
    try {
      long start = System.nanoTime();
      spark
          .readStream()
          .format(arguments[0])
          .schema(IngestBenchmark.COLUMNS)
          .option("header", "true")
          .load(arguments[1])
          .writeStream()
          .format("delta")
          .option("checkpointLocation", target.resolve("checkpoint").toString())
          .trigger(Trigger.AvailableNow())
          .start(target.resolve("table").toString())
          .awaitTermination();
      System.out.printf(Locale.ROOT, "{\"seconds\": %.3f}%n", (System.nanoTime() - start) / 1e9);
    } finally {
      spark.stop();
    }
  }
}
