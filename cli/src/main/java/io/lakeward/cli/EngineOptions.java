/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.model.pipeline.EngineChoice;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that may run a query. */
final class EngineOptions {

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description =
          "auto, embedded or spark (default: `engine` in pipeline.yml, or auto, which takes Spark"
              + " only for what the embedded engine cannot run).")
  private @Nullable EngineChoice engine;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "Where Spark runs: local[N], spark://HOST:PORT, yarn or k8s://URL (default: in this"
              + " process).")
  private @Nullable String master;

  Optional<EngineChoice> engine() {
    return Optional.ofNullable(engine);
  }

  Optional<String> master() {
    return Optional.ofNullable(master);
  }
}
