/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.engine.update.FlowState;
import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Expectations as people meet them, each case with the rows and counts that are right. */
class ExpectationCasesTest {
  private static final String TABLE =
      "CREATE OR REFRESH STREAMING TABLE %s (%s) AS SELECT * FROM STREAM"
          + " read_files('/Volumes/main/raw/in/', format => 'json', schema => 'n INT, x INT, y INT');\n";

  @TempDir Path folder;
  private QualityProject project;

  @BeforeEach
  void project() {
    project = new QualityProject(folder).settings("name: p\n");
  }

  @Test
  void EXP_01_EXP_1_EXP_8_threeActionsOnTheSameBadRow() {
    project.land("a.json", "{\"n\":7}");
    project.sql(
        TABLE.formatted("warns", "CONSTRAINT pos EXPECT (n > 0)")
            + TABLE.formatted("drops", "CONSTRAINT pos EXPECT (n > 0) ON VIOLATION DROP ROW")
            + TABLE.formatted("fails", "CONSTRAINT pos EXPECT (n > 0) ON VIOLATION FAIL UPDATE")
            + "CREATE OR REFRESH MATERIALIZED VIEW reader AS SELECT * FROM fails;\n");
    project.run();
    project.land("b.json", "{\"n\":1}", "{\"n\":-1}");
    UpdateResult result = project.run();
    assertThat(project.rows("SELECT n FROM warns ORDER BY n"))
        .containsExactly("[-1]", "[1]", "[7]");
    assertThat(project.rows("SELECT n FROM drops ORDER BY n")).containsExactly("[1]", "[7]");
    assertThat(project.rows("SELECT n FROM fails")).containsExactly("[7]");
    assertThat(counts(result, "warns")).containsExactly("pos 1/1");
    assertThat(counts(result, "drops")).containsExactly("pos 1/1");
    assertThat(table(result, "warns").counts().dropped()).isZero();
    assertThat(table(result, "drops").counts().dropped()).isEqualTo(1);
    assertThat(table(result, "fails").problem().orElseThrow().message()).contains("`pos`");
    assertThat(table(result, "reader").state()).isEqualTo(FlowState.SKIPPED);
  }

  @Test
  void EXP_02_aRowForWhichTheRuleIsNullIsNotLost() {
    project.land("a.json", "{\"n\":5}", "{\"n\":-1}", "{\"x\":1}");
    project.sql(
        TABLE.formatted("good", "CONSTRAINT pos EXPECT (n > 0) ON VIOLATION DROP ROW")
            + TABLE.formatted("bad", "CONSTRAINT neg EXPECT (NOT (n > 0)) ON VIOLATION DROP ROW")
            + TABLE.formatted("split", "CONSTRAINT pos EXPECT (n > 0) ON VIOLATION QUARANTINE"));
    project.run();
    assertThat(project.rows("SELECT (SELECT count(*) FROM good), (SELECT count(*) FROM bad)"))
        .containsExactly("[1, 1]");
    assertThat(
            project.rows(
                "SELECT (SELECT count(*) FROM split), (SELECT count(*) FROM split_quarantine)"))
        .containsExactly("[1, 2]");
  }

  @Test
  void EXP_04_EXP_6_EV_1_aRowThatBreaksTwoRulesIsDroppedOnce() {
    project.land("a.json", "{\"y\":-1}", "{\"x\":1,\"y\":-1}", "{\"x\":1,\"y\":1}");
    project.sql(
        TABLE.formatted(
            "t",
            "CONSTRAINT a EXPECT (x IS NOT NULL) ON VIOLATION DROP ROW,"
                + " CONSTRAINT b EXPECT (y > 0) ON VIOLATION DROP ROW"));
    UpdateResult result = project.run();
    assertThat(counts(result, "t")).containsExactly("a 2/1", "b 1/2");
    assertThat(
            project.rows(
                """
                SELECT details:flow_progress.metrics.num_output_rows, details:flow_progress.data_quality.dropped_records
                FROM event_log('p') WHERE details:flow_progress.data_quality IS NOT NULL
                """))
        .containsExactly("[1, 2]");
  }

  @Test
  void EXP_08_EXP_5_aNameOfARuleIsOneInItsDatasetAndMayStandInOthers() {
    project.land("a.json", "{\"n\":1,\"x\":1}", "{\"n\":2,\"x\":-1}");
    project.sql(
        TABLE.formatted("t1", "CONSTRAINT valid_id EXPECT (n > 0)")
            + TABLE.formatted("t2", "CONSTRAINT valid_id EXPECT (x > 0)"));
    UpdateResult result = project.run();
    assertThat(counts(result, "t1")).containsExactly("valid_id 2/0");
    assertThat(counts(result, "t2")).containsExactly("valid_id 1/1");
    assertThat(
            project.rows(
                """
                SELECT e.dataset, e.name, e.passed_records, e.failed_records FROM (
                  SELECT explode(from_json(details:flow_progress.data_quality.expectations,
                    'array<struct<name:string, dataset:string, passed_records:bigint, failed_records:bigint>>')) AS e
                  FROM event_log('p') WHERE event_type = 'flow_progress') ORDER BY 1
                """))
        .containsExactly("[main.default.t1, valid_id, 2, 0]", "[main.default.t2, valid_id, 1, 1]");

    project.sql(
        TABLE.formatted(
            "t3", "CONSTRAINT valid_id EXPECT (n > 0), CONSTRAINT valid_id EXPECT (x > 0)"));
    assertThatThrownBy(project::run)
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("valid_id");
  }

  private static TableResult table(UpdateResult result, String name) {
    return QualityProject.table(result, name);
  }

  private static List<String> counts(UpdateResult result, String name) {
    return table(result, name).counts().rules().stream()
        .map(rule -> rule.name() + " " + rule.passed() + "/" + rule.failed())
        .toList();
  }
}
