/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineReaderTest {
  @TempDir private Path folder;

  @Test
  void everyProblemOfTheProjectIsThrownAtOnceInOrder() throws IOException {
    Files.writeString(folder.resolve("b.sql"), "SELEC 1;\nSELECT 1;");
    Files.writeString(folder.resolve("a.sql"), "CREATE VIEW v SELECT :p;");
    Files.writeString(folder.resolve("pipeline.yml"), "unknown: 1\n");

    assertThatThrownBy(() -> new PipelineReader().read(folder, Map.of()))
        .isInstanceOfSatisfying(
            ProjectException.class,
            e ->
                assertThat(e.problems())
                    .extracting(p -> p.where().orElseThrow() + " " + p.code())
                    .containsExactly(
                        "a.sql:1:22 PARAMETER_UNDEFINED",
                        "b.sql:1:1 PARSE_SYNTAX_ERROR",
                        "b.sql:2:1 STATEMENT_NOT_ALLOWED",
                        "pipeline.yml:1:1 SETTINGS_INVALID"));
  }

  @Test
  void aProjectOfCommentsDefinesNoTable() throws IOException {
    Files.writeString(folder.resolve("a.sql"), "-- later");

    assertThatThrownBy(() -> new PipelineReader().read(folder, Map.of()))
        .isInstanceOfSatisfying(
            ProjectException.class,
            e ->
                assertThat(e.problems())
                    .extracting(Problem::code)
                    .containsExactly(ProblemCode.RUN_EMPTY_PIPELINE));
  }
}
