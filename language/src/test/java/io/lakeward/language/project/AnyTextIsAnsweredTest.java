/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.lakeward.language.sql.SqlFileReader;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damages good files in seeded ways: whatever the text, the answer is a problem, never a crash. */
class AnyTextIsAnsweredTest {
  private static final List<String> PIECES =
      List.of(
          "(",
          ")",
          "'",
          "\"",
          "`",
          ";",
          "/*",
          "*/",
          "--",
          "$$",
          "${",
          "}",
          "${x}",
          ":p",
          ",",
          ".",
          "AS ",
          "CREATE ",
          " FLOW ",
          " LIVE.",
          "\\",
          "\n",
          "\u0000",
          "😀",
          "\uD83D",
          "İ",
          " COMMENT ");

  static Stream<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/test/resources/sql"))) {
      return files.filter(f -> f.toString().endsWith(".sql")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void damagedTextGivesProblemsAndNoException(Path path) throws IOException {
    String good = Files.readString(path);
    for (int seed = 0; seed < 300; seed++) {
      String text = damaged(good, new Random(seed));

      assertThatCode(() -> read(text)).as("seed %s: %s", seed, text).doesNotThrowAnyException();
    }
  }

  private static void read(String text) {
    PipelineSettings settings =
        new PipelineSettings(
            "n", "c", "s", Map.of("x", "1"), Map.of("p", "v"), List.of(), false, false);
    Problems problems = new Problems();
    SourceFile file = new SourceFile("a.sql", text);
    new SqlFileReader(settings).read(file, problems);
    for (Problem problem : problems.sorted()) {
      assertThat(problem.where()).get().extracting(SourceSpan::line).isNotEqualTo(0);
      assertThat(problem.fix()).isPresent();
    }
  }

  private static String damaged(String good, Random random) {
    StringBuilder text = new StringBuilder(good);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(12)));
        case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
        default -> text.setLength(at);
      }
      if (text.length() == 0) {
        text.append(' ');
      }
    }
    return text.toString();
  }
}
