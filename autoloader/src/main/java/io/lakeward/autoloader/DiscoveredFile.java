/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import java.nio.file.Path;

/**
 * A source file as it was when it was found.
 *
 * @param size in bytes
 * @param modifiedMillis milliseconds since 1970-01-01 UTC
 * @param grows true if more is being appended, of which nothing belongs to the source
 */
public record DiscoveredFile(Path path, long size, long modifiedMillis, boolean grows) {

  /** A file that nobody appends to. */
  public DiscoveredFile(Path path, long size, long modifiedMillis) {
    this(path, size, modifiedMillis, false);
  }
}
