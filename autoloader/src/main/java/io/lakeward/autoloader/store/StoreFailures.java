/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/**
 * What a store throws, as exceptions of {@code java.nio.file}. A lost connection is then never
 * taken for a file with damaged content, for which readers of formats throw what they like.
 */
final class StoreFailures {
  private StoreFailures() {}

  static FileSystemException of(Object path, IOException e) {
    if (e instanceof FileSystemException known) {
      return known;
    }
    FileSystemException failure =
        e instanceof FileNotFoundException
            ? new NoSuchFileException(path.toString())
            : new FileSystemException(
                path.toString(),
                null,
                Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName()));
    failure.initCause(e);
    return failure;
  }
}
