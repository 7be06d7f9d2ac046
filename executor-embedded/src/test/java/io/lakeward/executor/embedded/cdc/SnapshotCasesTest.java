/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.engine.Dialect;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.event.EventFilter;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.testkit.cdc.ChangeProject;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AUTO CDC FROM SNAPSHOT. */
class SnapshotCasesTest {
  private static final String TWO_TARGETS =
      "CREATE STREAMING TABLE one FLOW AUTO CDC FROM SNAPSHOT WHOLE KEYS (id);"
          + "CREATE STREAMING TABLE two; CREATE FLOW f AS AUTO CDC INTO two FROM SNAPSHOT WHOLE"
          + " KEYS (id) STORED AS SCD TYPE 2;";

  @TempDir Path folder;
  private ChangeProject project;

  @BeforeEach
  void create() {
    project = EmbeddedChanges.project(folder).columns("id INT, v STRING");
  }

  @AfterEach
  void close() {
    project.close();
  }

  private List<String> one() {
    return project.rows("SELECT * FROM one ORDER BY id");
  }

  private List<String> two() {
    return project.rows("SELECT * FROM two ORDER BY id, __START_AT");
  }

  private long version(String table) {
    return project.table(table).latestVersion().orElseThrow();
  }

  private static String row(int id, String v) {
    return "{'id':%d,'v':'%s'}".formatted(id, v);
  }

  @Test
  void CDC_A8_periodic_snapshots() {
    project
        .columns("id INT, city STRING")
        .sql(TWO_TARGETS)
        .whole(
            "{'id':1,'city':'Oaxaca'}", "{'id':2,'city':'Monterrey'}", "{'id':3,'city':'Tijuana'}")
        .update();
    project
        .whole(
            "{'id':2,'city':'Carmel'}",
            "{'id':3,'city':'Los Angeles'}",
            "{'id':4,'city':'Death Valley'}",
            "{'id':6,'city':'Kings Canyon'}")
        .update();
    assertThat(two())
        .containsExactly(
            "1 Oaxaca 0 1",
            "2 Monterrey 0 1",
            "2 Carmel 1 null",
            "3 Tijuana 0 1",
            "3 Los Angeles 1 null",
            "4 Death Valley 1 null",
            "6 Kings Canyon 1 null");
    assertThat(one())
        .containsExactly("2 Carmel", "3 Los Angeles", "4 Death Valley", "6 Kings Canyon");
  }

  @Test
  void CDC_A10_a_date_that_changes_opens_a_version() {
    project.columns("id INT, v STRING, d STRING").sql(TWO_TARGETS);
    project.whole("{'id':1,'v':'Alice','d':'d1'}", "{'id':2,'v':'Bob','d':'d2'}").update();
    project.whole("{'id':2,'v':'Bob','d':'d3'}").update();
    assertThat(two()).containsExactly("1 Alice d1 0 1", "2 Bob d2 0 1", "2 Bob d3 1 null");
  }

  @Test
  void CDC_A10_a_row_that_stays_stays_open() {
    project.columns("id INT, v STRING, d STRING").sql(TWO_TARGETS);
    project.whole("{'id':1,'v':'Alice','d':'d1'}", "{'id':2,'v':'Bob','d':'d2'}").update();
    project.whole("{'id':2,'v':'Bob','d':'d2'}").update();
    assertThat(two()).containsExactly("1 Alice d1 0 1", "2 Bob d2 0 null");
  }

  @Test
  void case_CDC_33_history_of_one_column() {
    project
        .columns("id INT, status STRING, note STRING")
        .sql(
            "CREATE STREAMING TABLE two FLOW AUTO CDC FROM SNAPSHOT WHOLE KEYS (id) STORED AS SCD"
                + " TYPE 2 TRACK HISTORY ON (status)");
    project.whole("{'id':1,'status':'new','note':'n1'}").update();
    project.whole("{'id':1,'status':'new','note':'n2'}").update();
    assertThat(two()).containsExactly("1 new n2 0 null");
    project.whole("{'id':1,'status':'paid','note':'n2'}").update();
    assertThat(two()).containsExactly("1 new n2 0 2", "1 paid n2 2 null");
  }

  @Test
  void case_CDC_36_snapshots_of_a_table_and_of_a_view() {
    project
        .sql(
            "CREATE MATERIALIZED VIEW src AS SELECT * FROM WHOLE;"
                + "CREATE TEMPORARY VIEW some AS SELECT id FROM src WHERE v <> 'hidden';"
                + "CREATE STREAMING TABLE one FLOW AUTO CDC FROM SNAPSHOT src WHERE v <> 'hidden'"
                + " KEYS (id) COLUMNS * EXCEPT (v);"
                + "CREATE STREAMING TABLE two FLOW AUTO CDC FROM SNAPSHOT some KEYS (id) STORED AS"
                + " SCD TYPE 2;")
        .whole(row(1, "a"), row(2, "b"))
        .update();
    project.whole(row(2, "b"), row(3, "c"), row(4, "hidden")).update();
    assertThat(one()).containsExactly("2", "3");
    assertThat(two()).containsExactly("1 0 1", "2 0 null", "3 1 null");
  }

  @Test
  void CDC_50_sources_that_are_as_they_were_are_no_new_snapshot() {
    project.sql(TWO_TARGETS).whole(row(1, "a")).update();
    long version = version("two");
    UpdateResult again = project.update();
    assertThat(again.tables()).noneMatch(t -> t.changed());
    assertThat(version("two")).isEqualTo(version);
    project.whole(row(1, "b")).update();
    assertThat(two()).containsExactly("1 a 0 1", "1 b 1 null");
  }

  @Test
  void CDC_52_rows_that_are_the_same_are_not_written_again() {
    project.sql(TWO_TARGETS).whole(row(1, "a"), row(2, "b")).update();
    long version = version("two");
    project.whole(row(2, "b"), row(1, "a")).update();
    assertThat(version("one")).isEqualTo(version);
    assertThat(version("two")).isEqualTo(version);
    project.whole(row(2, "b")).update();
    project.whole(row(2, "b"), row(1, "a")).update();
    assertThat(two()).containsExactly("1 a 0 2", "1 a 3 null", "2 b 0 null");
    project.whole("").update();
    assertThat(one()).isEmpty();
    assertThat(two()).containsExactly("1 a 0 2", "1 a 3 4", "2 b 0 4");
  }

  @Test
  void CDC_53_rows_with_one_key_are_refused_with_the_keys() {
    project.sql(TWO_TARGETS).whole(row(1, "a")).update();
    Problem problem =
        project.whole(row(1, "a"), row(7, "x"), row(7, "y"), row(7, "x"), row(8, "z")).failure();
    assertThat(problem.code()).isEqualTo(ProblemCode.APPLY_CHANGES_FROM_SNAPSHOT_ERROR);
    assertThat(problem.message())
        .contains("DUPLICATE_KEY_VIOLATION")
        .contains("3 rows")
        .contains("{id: 7, rows: 3}");
    assertThat(problem.where().orElseThrow().text()).isEqualTo("id");
    assertThat(problem.fix().orElseThrow()).contains("KEYS");
    assertThat(one()).containsExactly("1 a");
    project.whole(row(7, "x")).update();
    assertThat(two()).containsExactly("1 a 0 1", "7 x 1 null");
  }

  @Test
  void CDC_53_rows_without_a_key_are_refused_with_the_rows() {
    Problem problem =
        project.sql(TWO_TARGETS).whole(row(1, "a"), "{'v':'lost'}", "{'v':'lost'}").failure();
    assertThat(problem.code()).isEqualTo(ProblemCode.APPLY_CHANGES_FROM_SNAPSHOT_ERROR);
    assertThat(problem.message()).contains("NULL_KEY").contains("2 rows").contains("v: lost");
    assertThat(one()).isEmpty();
  }

  @Test
  void CDC_55_snapshots_seed_a_table_that_follows_a_stream() {
    project
        .columns("id INT, v STRING")
        .sql(
            "CREATE STREAMING TABLE two; CREATE FLOW seed AS AUTO CDC INTO two FROM SNAPSHOT"
                + " WHOLE KEYS (id) STORED AS SCD TYPE 2; CREATE FLOW live AS AUTO CDC INTO two FROM"
                + " STREAM read_files('/Volumes/main/default/feed/', format => 'json', schema => 'id"
                + " INT, v STRING, op STRING, seq INT') KEYS (id) APPLY AS DELETE WHEN op = 'D'"
                + " SEQUENCE BY seq COLUMNS (id, v) STORED AS SCD TYPE 2")
        .whole(row(1, "a"), row(2, "b"))
        .feed("{'id':1,'v':'A','seq':100}", "{'id':3,'v':'C','seq':100}")
        .update();
    assertThat(two()).containsExactly("1 a 0 100", "1 A 100 null", "2 b 0 null", "3 C 100 null");
    project.whole(row(1, "a"), row(4, "d")).feed("{'id':1,'op':'D','seq':101}").update();
    assertThat(two())
        .containsExactly("1 a 0 100", "1 A 100 101", "2 b 0 1", "3 C 100 null", "4 d 1 null");
  }

  @Test
  void CDC_55_a_table_that_followed_a_stream_needs_a_full_refresh() {
    project
        .target("KEYS (id) SEQUENCE BY CAST(id AS BIGINT)")
        .feed(row(1, "a"))
        .whole(row(2, "b"))
        .update();
    Problem problem =
        project
            .sql("CREATE STREAMING TABLE t FLOW AUTO CDC FROM SNAPSHOT WHOLE KEYS (id)")
            .failure();
    assertThat(problem.code()).isEqualTo(ProblemCode.AUTOCDC_INVALID_STATE);
    assertThat(problem.message()).contains("SOURCE_DRIFT");
    assertThat(problem.fix().orElseThrow()).contains("--full-refresh t");
    project.update(new UpdateRequest(List.of(), List.of("t"), false, true));
    assertThat(project.rows("SELECT * FROM t")).containsExactly("2 b");
  }

  @Test
  void CDC_8_a_new_column_is_added_and_one_that_is_gone_stays() {
    project.sql(TWO_TARGETS).whole(row(1, "a"), row(2, "b")).update();
    project
        .columns("id INT, v STRING, w INT")
        .sql(TWO_TARGETS)
        .whole("{'id':1,'v':'a','w':5}", "{'id':2,'v':'b'}")
        .update();
    assertThat(two()).containsExactly("1 a 0 1 null", "1 a 1 null 5", "2 b 0 null null");
    project.columns("id INT, v STRING").sql(TWO_TARGETS).whole(row(1, "a"), row(2, "c")).update();
    assertThat(two())
        .containsExactly("1 a 0 1 null", "1 a 1 null 5", "2 b 0 2 null", "2 c 2 null null");
  }

  @Test
  void values_that_cannot_be_compared_are_written_again() {
    project
        .columns("id INT, m MAP<STRING, INT>, d DOUBLE, s STRUCT<x: INT>, a ARRAY<INT>")
        .sql("CREATE STREAMING TABLE one FLOW AUTO CDC FROM SNAPSHOT WHOLE KEYS (id)");
    project.whole("{'id':1,'m':{'k':1},'d':'NaN','s':{'x':null},'a':[1,null]}").update();
    project.whole("{'id':1,'m':{'k':2},'d':'NaN','s':{'x':null},'a':[1,null]}").update();
    assertThat(one()).containsExactly("1 {k=2} NaN [null] [1, null]");
  }

  @Test
  void a_snapshot_that_was_recorded_when_the_process_died_is_applied_and_not_taken_again() {
    project.sql(TWO_TARGETS).whole(row(1, "a"), row(2, "b")).update();
    project.whole(row(1, "A")).dyingBetweenCommits(true).failure();
    assertThat(one()).containsExactly("1 a", "2 b");
    project.dyingBetweenCommits(false).update();
    assertThat(two()).containsExactly("1 a 0 1", "1 A 1 null", "2 b 0 1");
    long version = version("two");
    assertThat(project.update().tables()).noneMatch(t -> t.changed());
    assertThat(version("two")).isEqualTo(version);
    project.whole(row(1, "B")).update();
    assertThat(two()).containsExactly("1 a 0 1", "1 A 1 2", "1 B 2 null", "2 b 0 1");
  }

  @Test
  void a_full_refresh_begins_with_the_first_snapshot() {
    project.sql(TWO_TARGETS).whole(row(1, "a")).update();
    project.whole(row(1, "b")).update();
    project.update(new UpdateRequest(List.of(), List.of("two"), false, true));
    assertThat(two()).containsExactly("1 b 0 null");
    assertThat(one()).containsExactly("1 b");
  }

  @Test
  void SQL_80_the_strict_dialect_refuses_it_by_name() {
    project.sql(TWO_TARGETS).whole(row(1, "a"));
    ProjectException refused =
        catchThrowableOfType(ProjectException.class, () -> project.open(Dialect.STRICT).validate());
    assertThat(refused.problems())
        .extracting(Problem::code)
        .containsExactly(ProblemCode.DIALECT_EXTENSION, ProblemCode.DIALECT_EXTENSION);
    assertThat(refused.problems().get(0).message()).contains("FROM SNAPSHOT");
    assertThat(refused.problems().get(0).fix().orElseThrow()).contains("--strict-dialect");
  }

  @Test
  void flow_definition_says_that_it_takes_snapshots() {
    project.sql(TWO_TARGETS).whole(row(1, "a")).update();
    try (PipelineEngine engine = project.open()) {
      assertThat(
              engine
                  .eventLog()
                  .read(new EventFilter(Set.of("flow_definition"), Set.of(), Set.of())))
          .hasSize(2)
          .allMatch(event -> event.json().contains("SNAPSHOT_CHANGE"));
    }
  }
}
