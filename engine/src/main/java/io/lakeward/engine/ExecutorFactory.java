package io.lakeward.engine;

import io.lakeward.engine.executor.Executor;

/** Starts an executor. Called once per opened engine, on a background thread. */
@FunctionalInterface
public interface ExecutorFactory {
  Executor create(ExecutorSettings settings);
}
