/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

/** Told about the stages of a write while it runs. */
public interface WriteListener {
  /** All data files are on disk; the commit comes next. */
  void filesWritten();

  /** A listener that does nothing. */
  static WriteListener none() {
    return () -> {};
  }
}
