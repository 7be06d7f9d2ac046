/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.engine.update.FlowState;
import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Expectations in whole updates: what is stored, what is counted, what is said. */
class ExpectationsTest {
  private static final String SOURCE =
      "STREAM read_files('/Volumes/main/raw/in/', format => 'json', schema => 'id INT, x INT, y"
          + " INT')";

  @TempDir Path folder;
  private QualityProject project;

  @BeforeEach
  void project() {
    project = new QualityProject(folder);
    project.land(
        "a.json",
        "{\"id\":1,\"x\":5,\"y\":1}",
        "{\"id\":2,\"x\":-1,\"y\":1}",
        "{\"id\":3,\"y\":1}",
        "{\"id\":4,\"x\":200}");
  }

  @Test
  void EXP_A1_eachRuleCountsEveryRowAndARowIsDroppedOnce() {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE t (
          CONSTRAINT a EXPECT (x > 0),
          CONSTRAINT b EXPECT (y IS NOT NULL) ON VIOLATION DROP ROW,
          CONSTRAINT c EXPECT (x < 100) ON VIOLATION DROP ROW
        ) AS SELECT * FROM %s;
        """
            .formatted(SOURCE));
    UpdateResult result = project.run();
    assertThat(project.ruleCounts("t", "COMPLETED"))
        .containsExactly("t.a 2/2", "t.b 3/1", "t.c 2/2");
    assertThat(QualityProject.table(result, "t").counts().dropped()).isEqualTo(2);
    assertThat(project.rows("SELECT id FROM t ORDER BY id")).containsExactly("[1]", "[2]");
  }

  @Test
  void EXP_07_aTemporaryViewsRulesCountInEachFlowThatReadsIt() {
    project.sql(
        """
        CREATE TEMPORARY VIEW v (CONSTRAINT has_y EXPECT (y IS NOT NULL) ON VIOLATION DROP ROW,
                                 CONSTRAINT positive EXPECT (x > 0))
          AS SELECT id, x, y FROM %s;
        CREATE OR REFRESH STREAMING TABLE t (CONSTRAINT own EXPECT (id > 1) ON VIOLATION DROP ROW)
          AS SELECT id FROM STREAM(v);
        CREATE OR REFRESH STREAMING TABLE u AS SELECT * FROM STREAM(v) WHERE id > 2;
        """
            .formatted(SOURCE));
    UpdateResult result = project.run();
    assertThat(project.rows("SELECT id FROM t ORDER BY id")).containsExactly("[2]", "[3]");
    assertThat(project.rows("SELECT id FROM u")).containsExactly("[3]");
    assertThat(project.ruleCounts("t", "COMPLETED"))
        .containsExactly("v.has_y 3/1", "v.positive 2/2", "t.own 2/1");
    // All rows of the view are counted, also those that the reader then leaves out.
    assertThat(project.ruleCounts("u", "COMPLETED"))
        .containsExactly("v.has_y 3/1", "v.positive 2/2");
    assertThat(QualityProject.table(result, "t").counts().dropped()).isEqualTo(2);
    assertThat(QualityProject.table(result, "u").counts().dropped()).isEqualTo(1);
    assertThat(folder.resolve(".lakeward/warehouse/main/default/v")).doesNotExist();
    assertThat(project.run().changedAnything()).isFalse();
  }

  @Test
  void EXP_9_whatFailsInARuleOrAQueryIsToldWithItsOwnPlace() {
    project.sql(
        """
        CREATE STREAMING TABLE s AS SELECT * FROM %s;
        CREATE MATERIALIZED VIEW m AS
        SELECT id,
          CAST('ü' || id AS INT) AS n
        FROM s;
        CREATE STREAMING TABLE t (CONSTRAINT ok EXPECT (id > 0),
          CONSTRAINT number EXPECT (id > CAST('ü' || id AS INT)) ON VIOLATION DROP ROW)
          AS SELECT id FROM STREAM(s);
        """
            .formatted(SOURCE));
    UpdateResult result = project.run();
    assertThat(result.tables())
        .flatExtracting(table -> table.problem().stream().toList())
        .extracting(problem -> problem.where().orElseThrow())
        .extracting(place -> place.line() + ":" + place.column())
        .containsExactlyInAnyOrder("4:3", "7:34");
    assertThat(result.tables())
        .flatExtracting(table -> table.problem().stream().toList())
        .allSatisfy(
            problem ->
                assertThat(problem.message())
                    .contains("CAST_INVALID_INPUT", "try_cast")
                    .doesNotContain("== SQL"));
  }

  @Test
  void EXP_07_countsDoNotDependOnWhatIsDoneWithTheView() {
    project.sql(
        """
        CREATE OR REFRESH MATERIALIZED VIEW few AS SELECT * FROM VALUES (1) AS f(id);
        CREATE TEMPORARY VIEW v (CONSTRAINT has_y EXPECT (y IS NOT NULL) ON VIOLATION DROP ROW)
          AS SELECT * FROM read_files('/Volumes/main/raw/in/', format => 'json', schema => 'id INT, x INT, y INT');
        CREATE OR REFRESH MATERIALIZED VIEW joined AS SELECT v.* FROM v JOIN few ON v.id = few.id;
        CREATE OR REFRESH MATERIALIZED VIEW no_match AS SELECT v.* FROM v JOIN (SELECT id FROM few WHERE id > 7) e ON v.id = e.id;
        CREATE OR REFRESH MATERIALIZED VIEW limited AS SELECT * FROM v LIMIT 1;
        CREATE OR REFRESH MATERIALIZED VIEW grouped AS SELECT count(*) AS n FROM v WHERE id < 3;
        CREATE OR REFRESH MATERIALIZED VIEW semi AS SELECT * FROM few WHERE EXISTS (SELECT 1 FROM v WHERE v.id = few.id);
        CREATE OR REFRESH MATERIALIZED VIEW twice AS SELECT a.id FROM v a JOIN v b ON a.id = b.id;
        """);
    project.run();
    for (String reader : List.of("joined", "no_match", "limited", "grouped", "semi")) {
      assertThat(project.ruleCounts(reader, "COMPLETED")).as(reader).containsExactly("v.has_y 3/1");
    }
    assertThat(project.ruleCounts("twice", "COMPLETED")).containsExactly("v.has_y 6/2");
    assertThat(project.rows("SELECT n FROM grouped")).containsExactly("[2]");
    assertThat(project.rows("SELECT id FROM twice ORDER BY id"))
        .containsExactly("[1]", "[2]", "[3]");
    assertThat(project.rows("SELECT id FROM no_match")).isEmpty();
  }

  @Test
  void EXP_07_aViewOnAViewCountsBoth() {
    project.sql(
        """
        CREATE TEMPORARY VIEW v (CONSTRAINT has_y EXPECT (y IS NOT NULL) ON VIOLATION DROP ROW) AS SELECT * FROM %s;
        CREATE TEMPORARY VIEW w (CONSTRAINT big EXPECT (x > 0) ON VIOLATION DROP ROW) AS SELECT * FROM STREAM(v) WHERE id <> 2;
        CREATE OR REFRESH STREAMING TABLE t AS SELECT * FROM STREAM(w);
        """
            .formatted(SOURCE));
    project.run();
    assertThat(project.ruleCounts("t", "COMPLETED"))
        .containsExactlyInAnyOrder("v.has_y 3/1", "w.big 1/1");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("[1]");
  }

  @Test
  void EXP_07_aFailRuleOfAViewFailsTheFlowsThatReadIt() {
    project.sql(
        """
        CREATE TEMPORARY VIEW v (CONSTRAINT positive EXPECT (x > 0) ON VIOLATION FAIL UPDATE)
          AS SELECT id + 10 AS key, x FROM %s;
        CREATE OR REFRESH STREAMING TABLE t AS SELECT key FROM STREAM(v);
        CREATE OR REFRESH STREAMING TABLE other AS SELECT id FROM %s;
        """
            .formatted(SOURCE, SOURCE));
    UpdateResult result = project.run();
    TableResult failed = QualityProject.table(result, "t");
    assertThat(failed.state()).isEqualTo(FlowState.FAILED);
    assertThat(QualityProject.table(result, "other").state()).isEqualTo(FlowState.COMPLETED);
    Problem problem = failed.problem().orElseThrow();
    assertThat(problem.code()).isEqualTo(ProblemCode.EXPECTATION_VIOLATION);
    assertThat(problem.message())
        .contains("2 rows broke the expectation `positive` of main.default.v")
        .contains("{\"key\":12,\"x\":-1} from input {\"id\":2,\"x\":-1,\"y\":1}");
    assertThat(problem.where().orElseThrow().toString()).contains("pipeline.sql:1");
    assertThat(project.ruleCounts("t", "FAILED")).containsExactly("v.positive 2/2");
  }

  @Test
  void EXP_7_EXP_9_aFailedBatchIsToldWithRowsPlaceAndAllCounts() {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE t (
          CONSTRAINT small EXPECT (x2 < 100) ON VIOLATION DROP ROW,
          CONSTRAINT positive EXPECT (x2 > 0) ON VIOLATION FAIL UPDATE
        ) AS SELECT id, x * 2 AS x2 FROM %s;
        CREATE OR REFRESH MATERIALIZED VIEW below AS SELECT count(*) AS n FROM t;
        """
            .formatted(SOURCE));
    UpdateResult result = project.run();
    assertThat(QualityProject.table(result, "below").state()).isEqualTo(FlowState.SKIPPED);
    Problem problem = QualityProject.table(result, "t").problem().orElseThrow();
    assertThat(problem.message())
        .contains("2 rows broke the expectation `positive` of main.default.t")
        .contains("{\"id\":2,\"x2\":-2} from input {\"id\":2,\"x\":-1,\"y\":1}")
        .contains("{\"id\":3,\"x2\":null} from input {\"id\":3,\"x\":null,\"y\":1}");
    assertThat(problem.where().orElseThrow().line()).isEqualTo(3);
    assertThat(project.ruleCounts("t", "FAILED")).containsExactly("t.small 2/2", "t.positive 2/2");
    List<JsonNode> failures =
        project.events("flow_progress").stream()
            .filter(e -> e.at("/details/flow_progress/status").asText().equals("FAILED"))
            .toList();
    assertThat(failures).hasSize(1);
    assertThat(failures.get(0).at("/error/exceptions/0/error_class").asText())
        .isEqualTo("EXPECTATION_VIOLATION");
    assertThat(failures.get(0).at("/details/flow_progress/data_quality/dropped_records").asLong())
        .isEqualTo(2);
  }

  @Test
  void EV_04_aBatchThatFailsAgainAndAgainCountsOnceWhenItIsWritten() {
    String sql =
        """
        CREATE OR REFRESH STREAMING TABLE t (
          CONSTRAINT positive EXPECT (x > 0) %s
        ) AS SELECT * FROM %s;
        """;
    project.sql(sql.formatted("ON VIOLATION FAIL UPDATE", SOURCE));
    project.run();
    project.run();
    assertThat(project.ruleCounts("t", "FAILED"))
        .containsExactly("t.positive 2/2", "t.positive 2/2");
    assertThat(project.qualityTotals()).containsExactly("t.positive 0/0");
    project.sql(sql.formatted("ON VIOLATION DROP ROW", SOURCE));
    project.run();
    project.run();
    assertThat(project.qualityTotals()).containsExactly("t.positive 2/2");
  }

  @Test
  void EXP_4_aRuleThatIsNullBreaksForEveryRow() {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE t (CONSTRAINT never EXPECT (NULL) ON VIOLATION DROP ROW) AS SELECT * FROM %s;
        """
            .formatted(SOURCE));
    project.run();
    assertThat(project.ruleCounts("t", "COMPLETED")).containsExactly("t.never 0/4");
    assertThat(project.rows("SELECT * FROM t")).isEmpty();
  }

  @Test
  void EXP_2_EXP_10_rulesOfViewsAreValidatedWithTheirPlace() {
    project.sql(
        """
        CREATE TEMPORARY VIEW v (
          CONSTRAINT a EXPECT (id IN (SELECT 1)),
          CONSTRAINT b EXPECT (count(*) > 1),
          CONSTRAINT c EXPECT (nope > 1),
          CONSTRAINT d EXPECT (rand() < 2),
          CONSTRAINT e EXPECT (row_number() OVER (ORDER BY id) = 1)
        ) AS SELECT * FROM %s;
        CREATE OR REFRESH MATERIALIZED VIEW t AS SELECT 1 AS one;
        """
            .formatted(SOURCE));
    ProjectException refused =
        catchThrowableOfType(ProjectException.class, () -> project.open().validate());
    assertThat(refused.problems().stream().map(p -> p.where().orElseThrow().line()).toList())
        .containsExactly(2, 3, 4, 5, 6);
    assertThat(refused.problems().stream().map(Problem::code).distinct())
        .containsExactlyInAnyOrder(ProblemCode.EXPECTATION_INVALID, ProblemCode.UNRESOLVED_COLUMN);
    assertThat(refused.problems()).allSatisfy(p -> assertThat(p.fix()).isPresent());
  }

  @Test
  void EXP_2_SQL_107_aRuleMayCallFunctionsOfTheProject() {
    project.sql(
        """
        CREATE FUNCTION pos(v INT) RETURNS BOOLEAN RETURN v > 0;
        CREATE FUNCTION small_pos(v INT, most INT DEFAULT 100) RETURN pos(v) AND v < most;
        CREATE TEMPORARY VIEW v (CONSTRAINT has_y EXPECT (pos(y)) ON VIOLATION DROP ROW) AS SELECT * FROM %s;
        CREATE OR REFRESH STREAMING TABLE t (
          CONSTRAINT a EXPECT (pos(x)),
          CONSTRAINT b EXPECT (small_pos(most => 7, v => x) OR main.default.pos(-x)) ON VIOLATION DROP ROW
        ) AS SELECT * FROM STREAM(v);
        """
            .formatted(SOURCE));
    project.run();
    assertThat(project.ruleCounts("t", "COMPLETED"))
        .containsExactly("v.has_y 3/1", "t.a 1/2", "t.b 2/1");
    assertThat(project.rows("SELECT id FROM t ORDER BY id")).containsExactly("[1]", "[2]");
  }

  @Test
  void EXP_2_SQL_107_functionsOfARuleAreBoundToItsLimits() {
    project.sql(
        """
        CREATE FUNCTION pos(v INT) RETURN v > 0;
        CREATE FUNCTION chance(v INT) RETURN rand() * v > 0;
        CREATE FUNCTION known(v INT) RETURN v IN (SELECT 1);
        CREATE FUNCTION most(v INT) RETURN max(v) > 0;
        CREATE OR REFRESH STREAMING TABLE t (
          CONSTRAINT a EXPECT (chance(x)),
          CONSTRAINT b EXPECT (x > 0 AND known(x)),
          CONSTRAINT c EXPECT (most(x)),
          CONSTRAINT d EXPECT (poss(x)),
          CONSTRAINT e EXPECT (pos(x, 1))
        ) AS SELECT * FROM %s;
        """
            .formatted(SOURCE));
    ProjectException refused =
        catchThrowableOfType(ProjectException.class, () -> project.open().validate());
    assertThat(refused.problems().stream().map(p -> p.where().orElseThrow().line()).toList())
        .containsExactly(6, 7, 8, 9, 10);
    assertThat(refused.problems())
        .extracting(p -> p.message().replaceFirst("^Expectation `.` of `[^ ]*`:? ", ""))
        .satisfies(
            messages -> {
              assertThat(messages.get(0)).contains("different results for the same row");
              assertThat(messages.get(1))
                  .contains("a function with a query in it, which is not supported yet");
              assertThat(messages.get(2)).contains("an aggregate function");
              assertThat(messages.get(3)).contains("Function poss does not exist");
              assertThat(messages.get(4)).contains("pos");
            });
    assertThat(refused.problems().get(1).code()).isEqualTo(ProblemCode.NOT_SUPPORTED_YET);
    assertThat(refused.problems().get(3).fix().orElseThrow()).contains("pos");
  }

  @Test
  void EXP_17_aCheckThatFailsHoldsNothingElseUp() {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE t AS SELECT * FROM %s;
        CREATE OR REFRESH MATERIALIZED VIEW enough (CONSTRAINT many EXPECT (n > 100) ON VIOLATION FAIL UPDATE)
          AS SELECT count(*) AS n FROM t;
        CREATE OR REFRESH MATERIALIZED VIEW report AS SELECT id FROM t WHERE y = 1;
        """
            .formatted(SOURCE));
    UpdateResult result = project.run();
    assertThat(QualityProject.table(result, "enough").state()).isEqualTo(FlowState.FAILED);
    assertThat(QualityProject.table(result, "report").state()).isEqualTo(FlowState.COMPLETED);
    assertThat(project.rows("SELECT count(*) FROM report")).containsExactly("[3]");
  }

  @Test
  void EXP_16_thePatternsOfLakeflowsDocumentationWork() {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE t (
          CONSTRAINT tolerant EXPECT (CASE WHEN x IS NULL THEN true ELSE x > 0 END),
          CONSTRAINT or_null EXPECT (y > 0 OR y IS NULL)
        ) AS SELECT * FROM %s;
        CREATE OR REFRESH MATERIALIZED VIEW wanted AS SELECT * FROM VALUES (1), (2), (7) AS w(id);
        CREATE TEMPORARY VIEW counts AS SELECT (SELECT count(*) FROM t) AS a, (SELECT count(*) FROM wanted) AS b;
        CREATE OR REFRESH MATERIALIZED VIEW same_count (CONSTRAINT none_lost EXPECT (a >= b)) AS SELECT * FROM counts;
        CREATE OR REFRESH MATERIALIZED VIEW missing (CONSTRAINT all_there EXPECT (found IS NOT NULL))
          AS SELECT w.id, t.id AS found FROM wanted w LEFT JOIN t ON w.id = t.id;
        CREATE OR REFRESH MATERIALIZED VIEW keys (CONSTRAINT unique_key EXPECT (n = 1))
          AS SELECT y, count(*) AS n FROM t GROUP BY y;
        """
            .formatted(SOURCE));
    project.run();
    assertThat(project.ruleCounts("t", "COMPLETED"))
        .containsExactly("t.tolerant 3/1", "t.or_null 4/0");
    assertThat(project.ruleCounts("same_count", "COMPLETED"))
        .containsExactly("same_count.none_lost 1/0");
    assertThat(project.ruleCounts("missing", "COMPLETED")).containsExactly("missing.all_there 2/1");
    assertThat(project.ruleCounts("keys", "COMPLETED")).containsExactly("keys.unique_key 1/1");
  }

  @Test
  void EXP_9_whatAMaskHidesIsHiddenInTheErrorToo() {
    project.sql(
        """
        CREATE FUNCTION hidden(v INT) RETURNS INT RETURN -7;
        CREATE OR REFRESH STREAMING TABLE t (id INT, x INT MASK hidden, y INT,
          CONSTRAINT positive EXPECT (x > 0) ON VIOLATION FAIL UPDATE) AS SELECT * FROM %s;
        """
            .formatted(SOURCE));
    Problem problem = QualityProject.table(project.run(), "t").problem().orElseThrow();
    assertThat(problem.message())
        .contains("2 rows broke the expectation `positive`")
        .contains("{\"id\":2,\"x\":\"***\",\"y\":1}")
        .doesNotContain("-1");
    assertThat(project.events("flow_progress").toString()).doesNotContain("\"x\\\":-1");
  }

  @Test
  void EXP_9_whatAMaskedColumnIsMadeOfIsHiddenUnderItsOwnName() {
    project.sql(
        """
        CREATE FUNCTION hidden(v INT) RETURNS INT RETURN -7;
        CREATE OR REFRESH STREAMING TABLE t (id INT, secret INT MASK hidden,
          CONSTRAINT late EXPECT (id > 100) ON VIOLATION FAIL UPDATE)
        AS SELECT id, x + 0 AS secret FROM %1$s;
        CREATE TEMPORARY VIEW v (CONSTRAINT late EXPECT (id > 100) ON VIOLATION FAIL UPDATE)
        AS SELECT id, x AS renamed, y FROM %1$s;
        CREATE OR REFRESH STREAMING TABLE u (id INT, secret INT MASK hidden)
        AS SELECT id, renamed AS secret FROM STREAM(v);
        """
            .formatted(SOURCE));
    UpdateResult result = project.run();
    assertThat(QualityProject.table(result, "t").problem().orElseThrow().message())
        .contains("{\"id\":2,\"secret\":\"***\"}", "\"x\":\"***\",\"y\":1")
        .doesNotContain("-1");
    assertThat(QualityProject.table(result, "u").problem().orElseThrow().message())
        .contains("{\"id\":2,\"renamed\":\"***\",\"y\":1}", "\"x\":\"***\",\"y\":1")
        .doesNotContain("-1");
  }
}
