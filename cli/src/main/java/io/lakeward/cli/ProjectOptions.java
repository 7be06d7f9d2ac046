/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.engine.Dialect;
import io.lakeward.engine.EngineConfig;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that opens a project. */
final class ProjectOptions {

  @Option(
      names = "--volumes",
      paramLabel = "DIR",
      description = "Folder that /Volumes/… stands for (default: volumes/ in the project).")
  private @Nullable Path volumes;

  @Option(
      names = "--param",
      paramLabel = "NAME=VALUE",
      description = "Value of a :name parameter; may be given several times.")
  private List<String> parameters = new ArrayList<>();

  @Option(
      names = "--strict-dialect",
      description = "Refuse what only Lakeward has and Lakeflow would not understand.")
  private boolean strictDialect;

  @Option(names = "--debug", description = "Show the stack trace of a failure.")
  private boolean debug;

  boolean isDebug() {
    return debug;
  }

  /** Reads a project of which no query will be run. The caller closes the engine. */
  PipelineEngine openEngine(Path folder) {
    return openEngine(folder, new EngineOptions());
  }

  /** Reads the project. The caller closes the engine. */
  PipelineEngine openEngine(Path folder, EngineOptions engine) {
    return PipelineEngine.open(
        new EngineConfig(
            folder.toAbsolutePath().normalize(),
            Optional.ofNullable(volumes),
            parameterValues(),
            engine.engine(),
            new EmbeddedExecutors(),
            new SparkExecutors(engine.master()),
            Clock.systemUTC(),
            strictDialect ? Dialect.STRICT : Dialect.EXTENDED));
  }

  private Map<String, String> parameterValues() {
    Map<String, String> values = new LinkedHashMap<>();
    for (String parameter : parameters) {
      int equals = parameter.indexOf('=');
      if (equals < 1) {
        throw new ProjectException(CommandProblems.notAParameter(parameter));
      }
      values.put(parameter.substring(0, equals), parameter.substring(equals + 1));
    }
    return values;
  }
}
