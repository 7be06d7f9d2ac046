/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.model.pipeline.EngineChoice;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/**
 * What it takes to open a pipeline project.
 *
 * @param volumesFolder folder that stands for {@code /Volumes}; otherwise {@code volumes/} in the
 *     project
 * @param parameters values that win over those in the settings
 * @param engine which engine runs the flows; wins over the settings
 * @param embedded makes the engine in this process
 * @param spark makes the engine on Spark; called only if a query needs it
 * @param dialect whether the project may use what only Lakeward has
 */
public record EngineConfig(
    Path projectFolder,
    Optional<Path> volumesFolder,
    Map<String, String> parameters,
    Optional<EngineChoice> engine,
    ExecutorFactory embedded,
    ExecutorFactory spark,
    Clock clock,
    Dialect dialect) {
  public EngineConfig {
    parameters = Map.copyOf(parameters);
  }

  /** A project that may use Lakeward's extensions. */
  public EngineConfig(
      Path projectFolder,
      Optional<Path> volumesFolder,
      Map<String, String> parameters,
      Optional<EngineChoice> engine,
      ExecutorFactory embedded,
      ExecutorFactory spark,
      Clock clock) {
    this(
        projectFolder, volumesFolder, parameters, engine, embedded, spark, clock, Dialect.EXTENDED);
  }
}
