/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.engine.ExecutorFactory;
import io.lakeward.engine.ExecutorSettings;
import io.lakeward.engine.executor.Executor;
import io.lakeward.executor.spark.SparkExecutor;
import io.lakeward.executor.spark.SparkSettings;
import java.util.Optional;

/** Makes the executor on Spark, which starts Spark when it has something to run. */
record SparkExecutors(Optional<String> master) implements ExecutorFactory {
  @Override
  public Executor create(ExecutorSettings settings) {
    return new SparkExecutor(
        new SparkSettings(
            master, settings.configuration(), settings.timeZone(), settings.spillFolder()),
        settings.paths());
  }
}
