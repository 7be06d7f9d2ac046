/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.discovery;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A source file as it was when it was found.
 *
 * @param size in bytes
 * @param modifiedMillis milliseconds since 1970-01-01 UTC
 * @param grows true if more is being appended, of which nothing belongs to the source
 * @param shownAs what the user calls it, if it lies in an archive and {@code path} is a copy
 */
public record DiscoveredFile(
    Path path, long size, long modifiedMillis, boolean grows, Optional<Path> shownAs) {

  /** A file that is its own. */
  public DiscoveredFile(Path path, long size, long modifiedMillis, boolean grows) {
    this(path, size, modifiedMillis, grows, Optional.empty());
  }

  /** The path for messages and columns. */
  public Path shown() {
    return shownAs.orElse(path);
  }

  /** A file that nobody appends to. */
  public DiscoveredFile(Path path, long size, long modifiedMillis) {
    this(path, size, modifiedMillis, false);
  }
}
