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

  static SparkExecutor executor(VolumePaths paths, String zone) {
    return new SparkExecutor(
        new SparkSettings(
            Optional.of("local[2]"),
            Map.of(
                "spark.sql.shuffle.partitions", "2",
                // Tables here are small, so that compiling a query takes most of its time.
                "spark.sql.codegen.wholeStage", "false",
                "spark.sql.codegen.factoryMode", "NO_CODEGEN"),
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
