/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.update.RowCounts;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.testkit.cdc.ChangeProject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flows whose rows replace those of the same keys. */
class ReplaceUsingTest {
  private static final String TARGET =
      "CREATE STREAMING TABLE t FLOW REPLACE USING (k) SEQUENCE BY s BY NAME SELECT * FROM FEED;";

  @TempDir Path folder;
  private ChangeProject project;

  @BeforeEach
  void create() {
    project = EmbeddedChanges.project(folder).columns("k STRING, v STRING, s INT");
  }

  @AfterEach
  void close() {
    project.close();
  }

  private static String row(String k, String v, int s) {
    return "{'k':'%s','v':'%s','s':%d}".formatted(k, v, s);
  }

  private List<String> rows() {
    return project.rows("SELECT * FROM t ORDER BY ALL");
  }

  @Test
  void RPU_A1_the_newest_rows_of_a_key_replace_all_older_ones() {
    project
        .sql(TARGET)
        .feed(
            row("r1", "iOS", 1),
            row("r1", "Android", 1),
            row("r2", "iOS", 1),
            row("r2", "desktop", 1))
        .update();
    project
        .feed(
            row("r1", "a", 2),
            row("r1", "b", 2),
            row("r1", "c", 2),
            row("r3", "iOS", 1),
            row("r3", "desktop", 2))
        .update();
    assertThat(rows())
        .containsExactly("r1 a 2", "r1 b 2", "r1 c 2", "r2 desktop 1", "r2 iOS 1", "r3 desktop 2");
  }

  @Test
  void RPU_2_equal_sequences_are_added_and_lower_ones_ignored() {
    project.sql(TARGET).feed(row("a", "1", 5), row("b", "1", 5)).update();
    project.feed(row("a", "2", 5), row("b", "0", 4)).update();
    assertThat(rows()).containsExactly("a 1 5", "a 2 5", "b 1 5");
  }

  @Test
  void RPU_2_a_batch_of_late_rows_is_done_once_and_leaves_the_files_alone() {
    project.sql(TARGET).feed(row("a", "1", 5)).update();
    var before = project.table("t").snapshot().files();
    project.feed(row("a", "0", 4)).update();
    assertThat(project.table("t").snapshot().files()).isEqualTo(before);
    long version = project.table("t").latestVersion().orElseThrow();
    assertThat(project.update().changedAnything()).isFalse();
    assertThat(project.table("t").latestVersion().orElseThrow()).isEqualTo(version);
  }

  @Test
  void RPU_2_null_is_a_key_like_any_other() {
    project.sql(TARGET).feed("{'v':'x','s':1}", "{'v':'y','s':1}", row("a", "1", 1)).update();
    project.feed("{'v':'z','s':2}").update();
    assertThat(rows()).containsExactly("null z 2", "a 1 1");
  }

  @Test
  void RPU_1_several_keys_make_one_key_and_other_files_stay() {
    project
        .columns("k STRING, l INT, s INT")
        .sql(
            "CREATE STREAMING TABLE t; CREATE FLOW f AS INSERT INTO t BY NAME REPLACE USING (k, `l`)"
                + " SEQUENCE BY s SELECT k, l, s FROM FEED WHERE k IS DISTINCT FROM 'no';")
        .feed("{'k':'a','l':1,'s':1}", "{'k':'a','l':2,'s':1}")
        .update();
    project.feed("{'k':'b','l':1,'s':1}").update();
    Set<Path> before = Set.copyOf(paths());
    project.feed("{'k':'b','l':1,'s':2}", "{'k':'no','l':1,'s':2}").update();
    assertThat(rows()).containsExactly("a 1 1", "a 2 1", "b 1 2");
    assertThat(paths()).hasSize(2).filteredOn(before::contains).hasSize(1);
  }

  private List<Path> paths() {
    return project.table("t").snapshot().files().stream().map(f -> f.path()).toList();
  }

  @Test
  void RPU_1_a_struct_and_an_expression_order_rows() {
    project
        .columns("k STRING, d INT, n INT")
        .sql(
            "CREATE STREAMING TABLE t FLOW REPLACE USING (k) SEQUENCE BY struct(d, -n) BY NAME"
                + " SELECT * FROM FEED;")
        .feed("{'k':'a','d':1,'n':9}", "{'k':'a','d':1,'n':8}", "{'k':'b','d':3,'n':0}")
        .update();
    project.feed("{'k':'a','d':1,'n':7}", "{'k':'b','d':2,'n':-9}").update();
    assertThat(rows()).containsExactly("a 1 7", "b 3 0");
  }

  @Test
  void RPU_1_a_null_as_sequence_fails_the_batch() {
    project.sql(TARGET).feed(row("b", "1", 1), "{'k':'a','v':'1'}");
    Problem problem = project.failure();
    assertThat(problem.code()).isEqualTo(ProblemCode.AUTOCDC_MICROBATCH_VALIDATION);
    assertThat(problem.message())
        .isEqualTo(
            "NULL_SEQUENCE: 1 row for main.default.t has NULL as sequence: {k: a, v: 1, s: null}");
    assertThat(problem.where().orElseThrow().text()).isEqualTo("s");
    assertThat(rows()).isEmpty();
  }

  @Test
  void RPU_1_a_null_as_sequence_is_told_with_five_rows_and_without_what_a_mask_hides() {
    project
        .sql(
            "CREATE FUNCTION hide(v STRING) RETURNS STRING RETURN 'x';"
                + "CREATE STREAMING TABLE t (k STRING, v STRING MASK hide, s INT,"
                + " CONSTRAINT good EXPECT (k <> 'bad') ON VIOLATION DROP ROW)"
                + " FLOW REPLACE USING (k) SEQUENCE BY s + 1 BY NAME SELECT * FROM FEED;")
        .feed("{'k':'bad','v':'1'}")
        .update();
    String row = "{'k':'a','v':'secret'}";
    project.feed("{'k':'bad','v':'secret'}", row, row, row, row, row, row);
    Problem problem = project.failure();
    assertThat(problem.message())
        .contains("NULL_SEQUENCE: 6 rows for main.default.t have NULL as sequence: ")
        .endsWith(String.join(", ", Collections.nCopies(5, "{k: a, v: ***, s: null}")) + ", …");
    assertThat(problem.where().orElseThrow().text()).isEqualTo("s + 1");
  }

  @Test
  void EXP_11_a_rule_drops_rows_before_the_newest_are_chosen() {
    project
        .sql(
            "CREATE STREAMING TABLE t (CONSTRAINT good EXPECT (v <> 'bad') ON VIOLATION DROP ROW,"
                + " CONSTRAINT short EXPECT (length(v) < 3))"
                + " FLOW REPLACE USING (k) SEQUENCE BY s BY NAME SELECT * FROM FEED;")
        .feed(row("a", "1", 1), row("b", "1", 1))
        .update();
    project.feed(row("a", "bad", 9), row("b", "bad", 9), row("b", "long", 2), row("b", "0", 1));
    RowCounts counts = project.update().tables().get(0).counts();
    assertThat(rows()).containsExactly("a 1 1", "b long 2");
    assertThat(counts.dropped()).isEqualTo(2);
    assertThat(counts.rules())
        .extracting(rule -> rule.name() + " " + rule.passed() + " " + rule.failed())
        .containsExactly("good 2 2", "short 1 3");
    project.feed(row("a", "2", 2)).update();
    assertThat(rows()).containsExactly("a 2 2", "b long 2");
  }

  @Test
  void EXP_11_a_rule_that_fails_keeps_the_batch_out() {
    project
        .sql(
            "CREATE STREAMING TABLE t (CONSTRAINT good EXPECT (v <> 'bad') ON VIOLATION FAIL UPDATE)"
                + " FLOW REPLACE USING (k) SEQUENCE BY s BY NAME SELECT * FROM FEED;")
        .feed(row("a", "1", 1))
        .update();
    project.feed(row("a", "2", 2), row("b", "bad", 1));
    Problem problem = project.failure();
    assertThat(problem.code()).isEqualTo(ProblemCode.EXPECTATION_VIOLATION);
    assertThat(problem.message()).contains("good", "\"v\":\"bad\"");
    assertThat(rows()).containsExactly("a 1 1");
  }

  @Test
  void RPU_1_a_full_refresh_and_files_one_by_one_give_the_same() {
    project.sql(TARGET).feed(row("a", "1", 1), row("b", "9", 9)).update();
    project.feed(row("a", "2", 2), row("b", "3", 3)).update();
    project.feed(row("a", "0", 1), row("a", "3", 2)).update();
    List<String> stepByStep = rows();
    project.update(new UpdateRequest(List.of(), List.of("t"), false, true));
    assertThat(rows()).isEqualTo(stepByStep).containsExactly("a 2 2", "a 3 2", "b 9 9");
  }

  @Test
  void RPU_1_rows_in_any_order_give_what_a_simple_model_gives() {
    project.sql(TARGET);
    Random random = new Random(7);
    Map<String, List<String>> model = new TreeMap<>();
    Map<String, Integer> newest = new HashMap<>();
    for (int batch = 0; batch < 12; batch++) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        String k = "k" + random.nextInt(6);
        int s = batch / 2 + random.nextInt(4);
        String v = batch + "." + i;
        lines.add(row(k, v, s));
        int before = newest.getOrDefault(k, Integer.MIN_VALUE);
        if (s > before) {
          newest.put(k, s);
          model.put(k, new ArrayList<>());
        }
        if (s >= before) {
          model.getOrDefault(k, List.of()).add(k + " " + v + " " + s);
        }
      }
      project.feed(lines.toArray(String[]::new)).update();
    }
    assertThat(rows())
        .containsExactlyInAnyOrderElementsOf(
            model.values().stream().flatMap(List::stream).toList());
  }

  @Test
  void RPU_1_a_batch_that_died_is_run_again() {
    project.sql(TARGET).feed(row("a", "1", 1)).update();
    project.feed(row("a", "2", 1), row("b", "1", 1)).dyingBetweenCommits(true).failure();
    project.dyingBetweenCommits(false).update();
    assertThat(rows()).containsExactly("a 1 1", "a 2 1", "b 1 1");
    assertThat(project.update().changedAnything()).isFalse();
  }

  @Test
  void RPU_1_the_change_feed_tells_what_went_and_what_came() {
    project
        .sql(
            TARGET.replace(
                "FLOW REPLACE", "TBLPROPERTIES (delta.enableChangeDataFeed = true) FLOW REPLACE"))
        .feed(row("a", "1", 1), row("a", "2", 1), row("b", "1", 1))
        .update();
    long version = project.table("t").latestVersion().orElseThrow();
    project.feed(row("a", "3", 2), row("c", "1", 1)).update();
    assertThat(
            project.rows(
                "SELECT _change_type, k, v FROM table_changes('t', %d) ORDER BY ALL"
                    .formatted(version + 1)))
        .containsExactly("delete a 1", "delete a 2", "insert a 3", "insert c 1");
  }

  @Test
  void SQL_20_what_does_not_fit_is_told_with_its_place() {
    project.sql(
        "CREATE STREAMING TABLE a FLOW REPLACE USING (kk) SEQUENCE BY s BY NAME SELECT * FROM FEED;"
            + "CREATE STREAMING TABLE b FLOW REPLACE USING (k) SEQUENCE BY max(s) BY NAME SELECT * FROM FEED;"
            + "CREATE STREAMING TABLE c FLOW REPLACE USING (k) SEQUENCE BY s BY NAME SELECT 'a' AS k, 1 AS s;"
            + "CREATE STREAMING TABLE d FLOW REPLACE USING (m) SEQUENCE BY map(k, v) BY NAME SELECT *, array(k) AS m FROM FEED;"
            + "CREATE STREAMING TABLE e; CREATE FLOW e1 AS INSERT INTO e BY NAME REPLACE USING (k) SEQUENCE BY s SELECT * FROM FEED;"
            + "CREATE FLOW e2 AS INSERT INTO e BY NAME SELECT * FROM FEED;"
            + "CREATE STREAMING TABLE g (CONSTRAINT c EXPECT (s > 0) ON VIOLATION QUARANTINE) FLOW REPLACE USING (k) SEQUENCE BY s BY NAME SELECT * FROM FEED;");
    assertThat(problems())
        .extracting(p -> p.code() + " " + p.where().orElseThrow().text())
        .containsExactlyInAnyOrder(
            "UNRESOLVED_COLUMN kk",
            "REPLACE_FLOW_INVALID max",
            "INVALID_FLOW_QUERY_TYPE SELECT",
            "REPLACE_FLOW_INVALID m",
            "REPLACE_FLOW_INVALID map(k, v)",
            "REPLACE_FLOW_INVALID e2",
            "NOT_SUPPORTED_YET g");
    assertThat(problems())
        .filteredOn(p -> p.code() == ProblemCode.UNRESOLVED_COLUMN)
        .extracting(p -> p.fix().orElseThrow())
        .containsExactly("Did you mean k?");
  }

  private List<Problem> problems() {
    try (PipelineEngine engine = project.open()) {
      engine.validate();
      return List.of();
    } catch (ProjectException e) {
      return e.problems();
    }
  }
}
