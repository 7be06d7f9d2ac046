/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of change data gives the tables that lie beside it. */
class ChangeDataExampleTest {
  private static final Path EXAMPLE = Path.of("../examples/10-change-data");

  @Test
  void theTablesFollowFromTheFilesOfBothDays(@TempDir Path folder) throws Exception {
    copy(EXAMPLE.resolve("transformations"), folder.resolve("transformations"));
    copy(EXAMPLE.resolve("volumes"), folder.resolve("volumes"));
    Files.copy(EXAMPLE.resolve("pipeline.yml"), folder.resolve("pipeline.yml"));
    try (ChangeProject project = new ChangeProject(folder)) {
      project.update();
      compare(project, "expected");
      copy(EXAMPLE.resolve("day-2"), folder.resolve("volumes/main/raw"));
      project.update();
      compare(project, "expected-day-2");
    }
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
