/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.engine.executor.Executor;

/** Starts an executor. Called once per opened engine, on a background thread. */
@FunctionalInterface
public interface ExecutorFactory {
  Executor create(ExecutorSettings settings);
}
