/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.source.SourceFile;
import java.nio.file.Path;
import java.util.List;

/**
 * A project folder as it was read: nothing in it has been parsed yet, save the settings.
 *
 * @param folder absolute
 * @param settings with parameter values given from outside already in place
 * @param files the SQL files, in order of their paths
 */
public record PipelineProject(Path folder, PipelineSettings settings, List<SourceFile> files) {
  public PipelineProject {
    files = List.copyOf(files);
  }
}
