/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.engine.executor.Executor;
import io.lakeward.testkit.ApplyChangesContract;
import java.nio.file.Path;

/** The Spark executor keeps the contract of changes to rows. */
class SparkChangesTest extends ApplyChangesContract {
  @Override
  protected Executor open(Path spill, VolumePaths paths) {
    return SharedSpark.adaptive(paths, ZONE);
  }

  /** Spark stays for the next test. */
  @Override
  protected void close(Executor opened) {}
}
