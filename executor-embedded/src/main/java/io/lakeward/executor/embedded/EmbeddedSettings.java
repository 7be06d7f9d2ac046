/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded;

import java.nio.file.Path;

/**
 * What the embedded executor may use.
 *
 * @param memoryLimitBytes how much memory DuckDB holds before it spills to disk
 * @param spillFolder where it spills, into a folder made for it at need; may be shared
 * @param sessionTimeZone the time zone of the session, as Spark names it
 */
public record EmbeddedSettings(
    long memoryLimitBytes, Path spillFolder, int threads, String sessionTimeZone) {
  private static final long DEFAULT_MEMORY = 1L << 30;

  public EmbeddedSettings {
    if (memoryLimitBytes <= 0 || threads <= 0) {
      throw new IllegalArgumentException("memory and threads must be positive");
    }
  }

  /** One GiB and all cores. */
  public static EmbeddedSettings inFolder(Path spillFolder, String sessionTimeZone) {
    return new EmbeddedSettings(
        DEFAULT_MEMORY, spillFolder, Runtime.getRuntime().availableProcessors(), sessionTimeZone);
  }
}
