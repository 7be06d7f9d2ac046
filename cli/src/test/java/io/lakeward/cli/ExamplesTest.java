/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.cli.view.Terminal;
import io.lakeward.cli.warm.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each example, run as its README says, has the rows in its folder {@code expected}: a file for
 * each query, with the query in its first line.
 */
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath().normalize();

  @TempDir private Path folder;

  static Stream<String> examples() throws IOException {
    try (Stream<Path> found = Files.list(EXAMPLES)) {
      List<String> names =
          found
              .filter(example -> Files.isDirectory(example.resolve("expected")))
              .map(example -> example.getFileName().toString())
              .sorted()
              .toList();
      return names.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExampleGivesTheRowsThatItPromises(String example) throws IOException {
    copy(EXAMPLES.resolve(example), folder);
    run("run", folder.toString());
    // Again, with nothing new: the rows stay as they are.
    run("run", folder.toString());

    try (Stream<Path> files = Files.list(EXAMPLES.resolve(example).resolve("expected"))) {
      for (Path file : files.sorted().toList()) {
        String text = Files.readString(file);
        int firstLine = text.indexOf('\n');
        String query = text.substring("-- ".length(), firstLine);
        assertThat(run("sql", query, "-C", folder.toString(), "--output", "csv").replace("\r", ""))
            .as(file.toString())
            .isEqualTo(text.substring(firstLine + 1));
      }
    }
  }

  @Test
  void theProtectedTableOutlivesAFullRefresh() throws IOException {
    copy(EXAMPLES.resolve("07-protected"), folder);
    run("run", folder.toString());
    run("sql", "DELETE FROM kept WHERE value = 'second'", "-C", folder.toString());
    run("run", folder.toString());
    assertThat(run("sql", "SELECT count(*) FROM copied", "-C", folder.toString())).contains("2");

    run("run", folder.toString(), "--full-refresh-all");

    assertThat(run("sql", "SELECT value FROM copied", "-C", folder.toString()))
        .contains("first")
        .contains("(1 row)");
  }

  private static String run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        new Main(
                new Console(
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    Terminal.NONE,
                    new PrintStream(err, true, StandardCharsets.UTF_8),
                    Terminal.NONE,
                    new StopSignal()))
            .execute(arguments);
    assertThat(exitCode).as(err.toString(StandardCharsets.UTF_8)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(f -> !f.toString().contains(".lakeward")).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }
}
