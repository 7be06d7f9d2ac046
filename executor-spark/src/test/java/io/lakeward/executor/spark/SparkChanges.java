/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.executor.embedded.EmbeddedExecutor;
import io.lakeward.executor.embedded.EmbeddedSettings;
import io.lakeward.testkit.cdc.ChangeProject;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/** Pipelines that apply changes on either engine. */
final class SparkChanges {
  private SparkChanges() {}

  static ChangeProject project(Path folder) {
    return new ChangeProject(
        folder,
        settings ->
            new EmbeddedExecutor(
                EmbeddedSettings.inFolder(settings.spillFolder(), settings.timeZone()),
                CatalystSession.of(Map.of()).conf(),
                settings.paths(),
                Clock.systemUTC()),
        settings -> SharedSpark.executor(settings.paths(), settings.timeZone()));
  }
}
