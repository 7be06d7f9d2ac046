/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors that the database raises while rows are computed, and where they are shown. */
class FailedExpressionsTest {
  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project =
        new TestProject(folder).sql("CREATE MATERIALIZED VIEW m AS SELECT 1L AS id, 'a' AS v;");
    project.run();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 / (id - 1)",
        "5 % (id - 1)",
        "id DIV (id - 1)",
        "id * 9223372036854775807 + 1",
        "CAST(id * 70000 AS SMALLINT)",
        "array(1, 2)[id + 3]"
      })
  void theOnlyExpressionThatCanFailSoIsTheOneThatDid(String expression) {
    Problem problem = problemOf("SELECT id,\n  " + expression + " AS x FROM m");
    assertThat(problem.where().map(SourceSpan::line)).contains(2);
    assertThat(problem.where().map(SourceSpan::column)).contains(3);
  }

  @Test
  void ofTwoThatCanFailNobodyKnows() {
    Problem problem = problemOf("SELECT id,\n  1 / (id - 1) AS x,\n  2 / (id - 1) AS y FROM m");
    assertThat(problem.where().map(SourceSpan::line)).contains(1);
  }

  @Test
  void aTextThatIsNoUtf8IsToldWithAWayOut() {
    assertThat(problemOf("SELECT CAST(unhex(concat('FF', v)) AS STRING) FROM m"))
        .satisfies(p -> assertThat(p.message()).contains("not valid UTF-8"))
        .satisfies(
            p ->
                assertThat(p.fix())
                    .hasValueSatisfying(f -> assertThat(f).contains("make_valid_utf8")));
    assertThat(project.rows("SELECT make_valid_utf8(CAST(unhex(concat('FF', '61')) AS STRING))"))
        .containsExactly("\uFFFDa");
    assertThat(problemOf("SELECT CAST(X'FF61' AS STRING)").code().name())
        .isEqualTo("UNSUPPORTED_BY_ENGINE");
  }

  private Problem problemOf(String sql) {
    try {
      project.rows(sql);
    } catch (ProjectException e) {
      return e.problems().get(0);
    }
    throw new AssertionError("nothing is wrong with " + sql);
  }
}
