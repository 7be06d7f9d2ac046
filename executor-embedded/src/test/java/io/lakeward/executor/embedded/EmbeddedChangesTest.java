/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.engine.executor.Executor;
import io.lakeward.testkit.ApplyChangesContract;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/** The embedded executor keeps the contract of changes to rows. */
class EmbeddedChangesTest extends ApplyChangesContract {
  @Override
  protected Executor open(Path spill, VolumePaths paths) {
    return new EmbeddedExecutor(
        EmbeddedSettings.inFolder(spill.resolve("spill"), ZONE),
        CatalystSession.of(Map.of("spark.sql.session.timeZone", ZONE)).conf(),
        paths,
        Clock.systemUTC());
  }

  @Override
  protected void close(Executor opened) {
    opened.close();
  }
}
