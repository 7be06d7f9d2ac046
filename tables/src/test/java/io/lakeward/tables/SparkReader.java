/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The other engine that has to agree: one Spark with delta-spark for all tests of this JVM. */
final class SparkReader {
  private static final SparkSession SPARK =
      SparkSession.builder()
          .master("local[1]")
          .config("spark.ui.enabled", "false")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.driver.host", "127.0.0.1")
          .config("spark.sql.warehouse.dir", "target/spark-warehouse")
          .config("spark.sql.shuffle.partitions", "1")
          .config("spark.sql.session.timeZone", "UTC")
          .config("spark.databricks.delta.snapshotPartitions", "1")
          // Compiling each query takes far longer than running it on a handful of rows.
          .config("spark.sql.codegen.wholeStage", "false")
          .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
          .config("spark.sql.adaptive.enabled", "false")
          .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
          .config(
              "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
          .getOrCreate();

  private SparkReader() {}

  static SparkSession spark() {
    return SPARK;
  }

  static Dataset<Row> read(DeltaTable table) {
    return SPARK.read().format("delta").load(table.path().toString());
  }

  /** A query over the table {@code t}; each row as text. */
  static List<String> rows(DeltaTable table, String query) {
    return SPARK.sql(query.replace("{t}", "delta.`" + table.path() + "`")).collectAsList().stream()
        .map(Row::toString)
        .toList();
  }
}
