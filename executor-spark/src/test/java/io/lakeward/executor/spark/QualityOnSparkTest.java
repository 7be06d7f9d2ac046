/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.update.FlowState;
import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.model.problem.ProblemCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Expectations in a whole update in which Spark runs every flow: the same as without Spark. */
class QualityOnSparkTest {
  private static final String SOURCE =
      "STREAM read_files('/Volumes/main/default/landing/in', format => 'json', schema => 'id INT, x INT, y INT')";

  @TempDir Path folder;

  @Test
  void EXP_A1_EXP_9_EXP_16_countsErrorsAndQuarantinesAreThoseOfTheEmbeddedEngine() {
    StreamProject project =
        StreamProject.of(
                folder,
                """
                CREATE OR REFRESH STREAMING TABLE t (
                  CONSTRAINT a EXPECT (x > 0),
                  CONSTRAINT b EXPECT (y IS NOT NULL) ON VIOLATION DROP ROW,
                  CONSTRAINT c EXPECT (x < 100) ON VIOLATION DROP ROW
                ) AS SELECT * FROM %1$s;
                CREATE TEMPORARY VIEW v (CONSTRAINT has_y EXPECT (y IS NOT NULL) ON VIOLATION DROP ROW) AS SELECT * FROM %1$s;
                CREATE OR REFRESH STREAMING TABLE q (CONSTRAINT small EXPECT (x < 100) ON VIOLATION QUARANTINE)
                  AS SELECT id, x FROM STREAM(v);
                CREATE OR REFRESH STREAMING TABLE f (CONSTRAINT positive EXPECT (x > 0) ON VIOLATION FAIL UPDATE) AS SELECT id, x FROM %1$s;
                """
                    .formatted(SOURCE))
            .onSpark();
    project.land(
        "in",
        "{\"id\":1,\"x\":5,\"y\":1}",
        "{\"id\":2,\"x\":-1,\"y\":1}",
        "{\"id\":3,\"y\":1}",
        "{\"id\":4,\"x\":200}");
    UpdateResult result = project.update();

    assertThat(rules(result, "t")).containsExactly("a 2/2", "b 3/1", "c 2/2");
    assertThat(table(result, "t").counts().dropped()).isEqualTo(2);
    assertThat(project.rows("SELECT id FROM t ORDER BY id")).containsExactly("[1]", "[2]");

    assertThat(rules(result, "q")).containsExactly("has_y 3/1", "small 2/1");
    assertThat(project.rows("SELECT * FROM q ORDER BY id")).containsExactly("[1, 5]", "[2, -1]");
    assertThat(project.rows("SELECT id, x, _broken_rules FROM q_quarantine"))
        .containsExactly("[3, null, [small]]");

    TableResult failed = table(result, "f");
    assertThat(failed.state()).isEqualTo(FlowState.FAILED);
    assertThat(failed.problem().orElseThrow().code()).isEqualTo(ProblemCode.EXPECTATION_VIOLATION);
    assertThat(failed.problem().orElseThrow().message())
        .contains("2 rows broke the expectation `positive` of main.default.f")
        .contains("{\"id\":2,\"x\":-1} from input {\"id\":2,\"x\":-1,\"y\":1}");
    assertThat(project.events("planning_information"))
        .allMatch(event -> event.contains("\"engine\":\"spark\""));
  }

  private static TableResult table(UpdateResult result, String name) {
    return result.tables().stream()
        .filter(t -> t.name().table().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> rules(UpdateResult result, String name) {
    return table(result, name).counts().rules().stream()
        .map(rule -> rule.name() + " " + rule.passed() + "/" + rule.failed())
        .toList();
  }
}
