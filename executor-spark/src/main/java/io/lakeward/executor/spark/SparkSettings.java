/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What Spark is started with.
 *
 * @param master the master's URL; empty for Spark in this process, unless {@code spark.master} is
 *     among the settings
 * @param configuration all settings of the pipeline; those that begin with {@code spark.} are
 *     Spark's
 * @param sessionTimeZone the time zone of the session
 * @param folder for what Spark spills; made when needed
 */
public record SparkSettings(
    Optional<String> master,
    Map<String, String> configuration,
    String sessionTimeZone,
    Path folder) {
  public SparkSettings {
    configuration = Map.copyOf(configuration);
  }

  /** Where the rows will be worked on. */
  public String effectiveMaster() {
    return master.orElseGet(() -> configuration.getOrDefault("spark.master", "local[*]"));
  }
}
