/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** The example of change data gives the tables that lie beside it. */
public final class ChangeDataExample {
  private static final Path EXAMPLE = Path.of("../examples/10-change-data");

  private ChangeDataExample() {}

  /**
   * Copies the example into a project, runs it for both of its days and compares.
   *
   * @param project without files yet
   */
  public static void check(ChangeProject project) throws IOException {
    Path folder = project.folder();
    copy(EXAMPLE.resolve("transformations"), folder.resolve("transformations"));
    copy(EXAMPLE.resolve("volumes"), folder.resolve("volumes"));
    Files.copy(EXAMPLE.resolve("pipeline.yml"), folder.resolve("pipeline.yml"));
    project.update();
    compare(project, "expected");
    copy(EXAMPLE.resolve("day-2"), folder.resolve("volumes/main/raw"));
    project.update();
    compare(project, "expected-day-2");
  }

  private static void compare(ChangeProject project, String expected) throws IOException {
    try (Stream<Path> tables = Files.list(EXAMPLE.resolve(expected))) {
      for (Path file : tables.toList()) {
        List<String> lines = Files.readAllLines(file);
        List<String> rows =
            project.rows(lines.get(0).substring("-- ".length())).stream()
                .map(row -> row.replace("null", "").replace(' ', ','))
                .toList();
        assertThat(rows).as(file.toString()).isEqualTo(lines.subList(2, lines.size()));
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
