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
          .config("spark.driver.host", "127.0.0.1")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .getOrCreate();

  private SharedSpark() {}

  public static SparkSession session() {
    return SESSION;
  }
}
