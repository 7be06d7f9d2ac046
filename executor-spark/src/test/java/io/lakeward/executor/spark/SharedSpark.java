/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import io.lakeward.autoloader.discovery.VolumePaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Executors over the one Spark of a test JVM, which nobody closes. */
final class SharedSpark {
  private static final Path FOLDER = folder();

  private SharedSpark() {}

  /** One that does not plan a query anew while it runs, which takes a fifth of the time. */
  static SparkExecutor executor(VolumePaths paths, String zone) {
    return executor(paths, zone, false);
  }

  /** One that plans as that of users does. */
  static SparkExecutor adaptive(VolumePaths paths, String zone) {
    return executor(paths, zone, true);
  }

  private static SparkExecutor executor(VolumePaths paths, String zone, boolean isAdaptive) {
    return new SparkExecutor(
        new SparkSettings(
            Optional.of("local[2]"),
            Map.of(
                "spark.sql.shuffle.partitions",
                "2",
                "spark.sql.adaptive.enabled",
                String.valueOf(isAdaptive),
                // Tables here are small, so that compiling a query takes most of its time.
                "spark.sql.codegen.wholeStage",
                "false",
                "spark.sql.codegen.factoryMode",
                "NO_CODEGEN"),
            zone,
            FOLDER),
        paths);
  }

  private static Path folder() {
    try {
      Path folder = Files.createTempDirectory("spark");
      folder.toFile().deleteOnExit();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
