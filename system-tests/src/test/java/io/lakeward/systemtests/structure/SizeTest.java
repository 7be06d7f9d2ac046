/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.systemtests.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that has grown too long holds more than one thing. */
final class SizeTest {
  private static final int MOST_LINES = 500;

  /** Files that may be longer, each with the reason. */
  private static final Map<String, String> LONGER = Map.of();

  @Test
  void noTypeIsOverFiveHundredLines() {
    for (Path module : Repository.modules()) {
      assertThat(
              tooLong(
                  module.resolve("src/main/java"),
                  Repository.files(module.resolve("src/main/java"), ".java")))
          .as("split these, or list them in SizeTest with a reason")
          .isEmpty();
    }
  }

  @Test
  void reportsALongFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("Long.java");
    Files.writeString(file, "\n".repeat(MOST_LINES + 1));

    assertThat(tooLong(folder, List.of(file))).containsOnlyKeys("Long.java");
  }

  @Test
  void everyListedFileIsStillLong() {
    Map<String, Integer> long_ = new TreeMap<>();
    for (Path module : Repository.modules()) {
      for (Path file : Repository.files(module.resolve("src/main/java"), ".java")) {
        if (Repository.read(file).lines().count() > MOST_LINES) {
          long_.put(file.getFileName().toString(), 0);
        }
      }
    }

    assertThat(long_.keySet())
        .as("take files that became short off the list")
        .containsAll(LONGER.keySet());
  }

  private static Map<String, Integer> tooLong(Path folder, List<Path> files) {
    Map<String, Integer> found = new TreeMap<>();
    for (Path file : files) {
      int lines = (int) Repository.read(file).lines().count();
      if (lines > MOST_LINES && !LONGER.containsKey(file.getFileName().toString())) {
        found.put(folder.relativize(file).toString(), lines);
      }
    }
    return found;
  }
}
