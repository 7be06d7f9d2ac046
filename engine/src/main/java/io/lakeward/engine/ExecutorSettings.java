/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.autoloader.discovery.VolumePaths;
import java.nio.file.Path;
import java.util.Map;

/**
 * What an executor needs to know of the pipeline.
 *
 * @param spillFolder where rows may go that do not fit into memory, each executor's into a folder
 *     of its own; it exists once an update runs
 * @param timeZone the session's zone id
 * @param configuration the pipeline's {@code configuration}
 * @param paths where source files lie
 */
public record ExecutorSettings(
    Path spillFolder, String timeZone, Map<String, String> configuration, VolumePaths paths) {
  public ExecutorSettings {
    configuration = Map.copyOf(configuration);
  }
}
