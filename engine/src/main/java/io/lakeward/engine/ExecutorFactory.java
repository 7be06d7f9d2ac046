/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.engine.executor.Executor;

/** Makes an executor. Called at most once per opened project. */
@FunctionalInterface
public interface ExecutorFactory {
  Executor create(ExecutorSettings settings);
}
