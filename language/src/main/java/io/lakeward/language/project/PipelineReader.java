/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.problem.Problems;
import java.nio.file.Path;
import java.util.Map;

/**
 * The way into this module: reads a project folder and says what pipeline it declares.
 *
 * <p>Everything that is wrong in the folder is found in one go. {@link #read(Path, Map)} throws it
 * all, in order of place; {@link #read(Path, Map, Problems)} hands out what could be read as well,
 * for an editor or a dry run.
 */
public final class PipelineReader {

  /**
   * The pipeline in the folder.
   *
   * @param parameters values of {@code :named} parameters, stronger than the settings file's
   * @throws io.lakeward.model.problem.ProjectException with every problem found
   */
  public PipelineDefinition read(Path folder, Map<String, String> parameters) {
    Problems problems = new Problems();
    PipelineDefinition definition = read(folder, parameters, problems);
    problems.throwIfAny();
    return definition;
  }

  /**
   * As much of the pipeline as can be read. If {@code problems} has entries afterwards, the
   * definition is incomplete and must not be run.
   */
  public PipelineDefinition read(Path folder, Map<String, String> parameters, Problems problems) {
    PipelineProject project = new ProjectReader().read(folder, parameters, problems);
    return new DefinitionAssembler().assemble(project, problems);
  }
}
