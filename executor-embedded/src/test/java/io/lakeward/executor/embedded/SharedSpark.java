/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded;

import org.apache.spark.sql.SparkSession;

/** The one local Spark of a test JVM. */
public final class SharedSpark {
  private static final SparkSession SESSION =
      SparkSession.builder()
          .master("local[1]")
          .config("spark.ui.enabled", "false")
          .config("spark.sql.shuffle.partitions", "1")
          .config("spark.sql.session.timeZone", "UTC")
          // Tables here are small, so that compiling a query takes most of its time.
          .config("spark.sql.codegen.wholeStage", "false")
          .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
          .config("spark.sql.adaptive.enabled", "false")
          .config("spark.sql.ui.retainedExecutions", "1")
          .config("spark.driver.host", "127.0.0.1")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .getOrCreate();

  static {
    SESSION.sparkContext().setLogLevel("OFF");
  }

  private SharedSpark() {}

  public static SparkSession session() {
    return SESSION;
  }
}
