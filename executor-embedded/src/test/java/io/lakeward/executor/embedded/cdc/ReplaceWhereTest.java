/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.testkit.cdc.ChangeProject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flows whose rows replace those that a condition holds for. */
class ReplaceWhereTest {
  private static final String SOURCE =
      "CREATE STREAMING TABLE src AS SELECT * FROM FEED;"
          + "CREATE STREAMING TABLE t FLOW REPLACE WHERE ";
  private static final String QUERY = " BY NAME SELECT d, count(*) AS n FROM src GROUP BY d;";

  @TempDir Path folder;
  private ChangeProject project;

  @BeforeEach
  void create() {
    project = EmbeddedChanges.project(folder).columns("d INT, v STRING");
  }

  @AfterEach
  void close() {
    project.close();
  }

  private static String row(int d) {
    return "{'d':%d,'v':'x'}".formatted(d);
  }

  private List<String> rows() {
    return project.rows("SELECT * FROM t ORDER BY ALL");
  }

  private List<Path> paths() {
    return project.table("t").snapshot().files().stream().map(f -> f.path()).toList();
  }

  @Test
  void RPW_1_rows_of_the_window_are_replaced_and_others_stay() {
    project.sql(SOURCE + "d >= 2" + QUERY).feed(row(1), row(2), row(3)).update();
    assertThat(rows()).containsExactly("2 1", "3 1");
    project.sql(SOURCE + "d >= 3" + QUERY).feed(row(2), row(3), row(4)).update();
    assertThat(rows()).containsExactly("2 1", "3 2", "4 1");
    project.rows("INSERT INTO t VALUES (1, 100), (9, 100), (NULL, 100)");
    project.update();
    assertThat(rows()).containsExactly("null 100", "1 100", "2 1", "3 2", "4 1");
  }

  @Test
  void RPW_1_files_without_rows_of_the_window_stay_and_an_unchanged_window_does_nothing() {
    project.sql(SOURCE + "d >= 2" + QUERY).feed(row(2)).update();
    project.sql(SOURCE + "d >= 3" + QUERY).feed(row(3)).update();
    assertThat(paths()).hasSize(2);
    Path two = paths().get(0);
    long version = project.table("t").latestVersion().orElseThrow();
    assertThat(project.update().changedAnything()).isFalse();
    assertThat(project.table("t").latestVersion().orElseThrow()).isEqualTo(version);
    project.feed(row(3)).update();
    assertThat(rows()).containsExactly("2 1", "3 2");
    assertThat(paths()).hasSize(2).contains(two);
    assertThat(project.table("t").latestVersion().orElseThrow()).isEqualTo(version + 1);
  }

  @Test
  void RPW_1_rows_that_the_query_gives_no_more_go() {
    project
        .sql(SOURCE + "d >= 2 BY NAME SELECT d, v FROM src WHERE d <> 5")
        .feed(row(2), row(3))
        .update();
    project.sql(SOURCE + "d >= 2 BY NAME SELECT d, v FROM src WHERE d = 2").update();
    assertThat(rows()).containsExactly("2 x");
    project.sql(SOURCE + "d >= 2 BY NAME SELECT d, v FROM src WHERE false").update();
    assertThat(rows()).isEmpty();
  }

  @Test
  void RPW_2_a_full_refresh_leaves_the_window_alone_in_the_table() {
    project.sql(SOURCE + "d >= 1" + QUERY).feed(row(1), row(2)).update();
    project.sql(SOURCE + "d >= 2" + QUERY).update();
    assertThat(rows()).containsExactly("1 1", "2 1");
    project.update(new UpdateRequest(List.of(), List.of("t"), false, true));
    assertThat(rows()).containsExactly("2 1");
  }

  @Test
  void RPW_3_a_refresh_may_have_a_condition_of_its_own() {
    project.sql(SOURCE + "d >= 3" + QUERY).feed(row(1), row(2), row(3)).update();
    project.rows("REFRESH STREAMING TABLE t WHERE d = 2 SYNC; SELECT 1");
    assertThat(rows()).containsExactly("2 1", "3 1");
    project.feed(row(2), row(3)).update();
    assertThat(rows()).containsExactly("2 1", "3 2");
    assertThat(project.update().changedAnything()).isFalse();
    for (String wrong : List.of("t WHERE x = 2", "src WHERE d = 2", "t WHERE")) {
      assertThatThrownBy(() -> project.rows("REFRESH TABLE " + wrong))
          .isInstanceOf(ProjectException.class);
    }
  }

  @Test
  void RPW_1_a_partitioned_table_with_a_feed_and_a_condition_in_java() {
    project
        .sql(
            "CREATE STREAMING TABLE src AS SELECT * FROM FEED; CREATE STREAMING TABLE t (d INT, u"
                + " STRING) PARTITIONED BY (d) TBLPROPERTIES (delta.enableChangeDataFeed = true);"
                + "CREATE FLOW f AS INSERT INTO t BY NAME REPLACE WHERE d > 1 AND soundex(u) = 'X000'"
                + " SELECT d, v AS u FROM src;")
        .feed(row(1), row(2), "{'d':3,'v':'other'}")
        .update();
    assertThat(rows()).containsExactly("2 x");
    long version = project.table("t").latestVersion().orElseThrow();
    project.feed(row(2)).update();
    assertThat(rows()).containsExactly("2 x", "2 x");
    assertThat(
            project.rows(
                "SELECT _change_type, d, u FROM table_changes('t', %d) ORDER BY ALL"
                    .formatted(version + 1)))
        .containsExactly("delete 2 x", "insert 2 x", "insert 2 x");
  }

  @Test
  void RPW_4_and_SQL_53_what_does_not_fit_is_told_with_its_place() {
    project.sql(
        "CREATE STREAMING TABLE src AS SELECT * FROM FEED;"
            + "CREATE STREAMING TABLE a (CONSTRAINT c EXPECT (d > 0)) FLOW REPLACE WHERE d > 1 BY NAME SELECT * FROM src;"
            + "CREATE TABLE b FLOW REPLACE WHERE d > 1 BY NAME SELECT * FROM src;"
            + "CREATE STREAMING TABLE c FLOW REPLACE WHERE d > 1 BY NAME SELECT * FROM STREAM src;"
            + "CREATE STREAMING TABLE e FLOW REPLACE WHERE d BY NAME SELECT * FROM src;"
            + "CREATE STREAMING TABLE g FLOW REPLACE WHERE day > 1 BY NAME SELECT * FROM src;"
            + "CREATE STREAMING TABLE h FLOW REPLACE WHERE d > rand() BY NAME SELECT * FROM src;");
    try (PipelineEngine engine = project.open()) {
      engine.validate();
      throw new AssertionError("it was taken");
    } catch (ProjectException e) {
      assertThat(e.problems())
          .extracting((Problem p) -> p.code() + " " + p.where().orElseThrow().text())
          .containsExactlyInAnyOrder(
              "REPLACE_FLOW_INVALID d > 0",
              "REPLACE_FLOW_INVALID b",
              "INVALID_FLOW_QUERY_TYPE SELECT",
              "REPLACE_FLOW_INVALID d",
              "UNRESOLVED_COLUMN day",
              "REPLACE_FLOW_INVALID d");
    }
  }
}
