/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The pipeline's settings, by Lakeflow's field names.
 *
 * @param configuration Spark settings, engine settings and values for {@code ${…}}
 * @param parameters defaults of {@code :named} parameters
 * @param sourceGlobs source files, as patterns relative to the project folder
 * @param continuous runs until stopped
 * @param development no retries, errors shown at once
 * @param engine which engine runs the flows
 * @param ignored fields of the settings file that have no effect here
 * @param monitoring who is told about updates
 */
public record PipelineSettings(
    String name,
    String catalog,
    String schema,
    Map<String, String> configuration,
    Map<String, String> parameters,
    List<String> sourceGlobs,
    boolean continuous,
    boolean development,
    EngineChoice engine,
    List<String> ignored,
    MonitoringSettings monitoring) {
  public PipelineSettings {
    ignored = List.copyOf(ignored);
    configuration = Map.copyOf(configuration);
    parameters = Map.copyOf(parameters);
    sourceGlobs = List.copyOf(sourceGlobs);
  }

  /** Settings that leave the choice of the engine open. */
  public PipelineSettings(
      String name,
      String catalog,
      String schema,
      Map<String, String> configuration,
      Map<String, String> parameters,
      List<String> sourceGlobs,
      boolean continuous,
      boolean development) {
    this(
        name,
        catalog,
        schema,
        configuration,
        parameters,
        sourceGlobs,
        continuous,
        development,
        EngineChoice.AUTO,
        List.of(),
        MonitoringSettings.none());
  }

  /** The part of {@link #configuration} that is meant for Spark. */
  public Map<String, String> sparkConfiguration() {
    return configuration.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith("spark."))
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
