/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import io.lakeward.systemtests.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The examples of the repository, without what running them has left there. */
final class Examples {
  private Examples() {}

  static void copy(String name, Path folder) {
    Path example = Repository.root().resolve("examples").resolve(name);
    try (Stream<Path> all = Files.walk(example)) {
      for (Path file : all.filter(f -> !f.toString().contains("/.lakeward")).toList()) {
        Path copy = folder.resolve(example.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
