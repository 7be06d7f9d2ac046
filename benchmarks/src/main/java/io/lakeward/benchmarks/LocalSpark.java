/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.benchmarks;

import org.apache.spark.sql.SparkSession;

/** Spark with delta-spark as people start it on one machine, to compare with. */
final class LocalSpark {
  private LocalSpark() {}

  static SparkSession start() {
    int cores = Runtime.getRuntime().availableProcessors();
    SparkSession spark =
        SparkSession.builder()
            .master("local[" + cores + "]")
            .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
            .config(
                "spark.sql.catalog.spark_catalog",
                "org.apache.spark.sql.delta.catalog.DeltaCatalog")
            .config("spark.sql.shuffle.partitions", cores)
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate();
    spark.sparkContext().setLogLevel("ERROR");
    return spark;
  }
}
