/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.problem.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each folder under {@code sql} is a project with the answer beside it: {@code definition.txt}, or
 * {@code problems.txt}. Run with {@code -Dgolden.update=true} to write the answers anew, and review
 * the difference.
 */
class GoldenFoldersTest {
  private static final Path CASES = Path.of("src/test/resources/sql");

  static Stream<String> cases() throws IOException {
    try (Stream<Path> folders = Files.list(CASES)) {
      return folders.map(f -> f.getFileName().toString()).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aFolderGivesItsAnswer(String name) throws IOException {
    Path folder = CASES.resolve(name);
    Problems problems = new Problems();

    PipelineDefinition definition =
        new PipelineReader().read(folder, Map.of("given", "from outside"), problems);

    String answer =
        problems.isEmpty()
            ? DefinitionPrinter.print(definition)
            : DefinitionPrinter.print(problems.sorted());
    String right = problems.isEmpty() ? "definition.txt" : "problems.txt";
    String wrong = problems.isEmpty() ? "problems.txt" : "definition.txt";
    if (Boolean.getBoolean("golden.update")) {
      write(folder, right, wrong, answer);
    }
    assertThat(folder.resolve(wrong)).as("answer of the other kind: %s", answer).doesNotExist();
    assertThat(answer).isEqualTo(Files.readString(folder.resolve(right)));
  }

  private static void write(Path folder, String right, String wrong, String answer) {
    try {
      Files.deleteIfExists(folder.resolve(wrong));
      Files.writeString(folder.resolve(right), answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
