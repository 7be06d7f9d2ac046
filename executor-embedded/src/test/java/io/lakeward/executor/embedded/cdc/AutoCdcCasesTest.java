/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.event.EventFilter;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.testkit.cdc.ChangeProject;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases from practice. */
class AutoCdcCasesTest {
  private static final String TWO_TARGETS =
      "CREATE STREAMING TABLE one FLOW AUTO CDC FROM FEED KEYS (id) APPLY AS DELETE WHEN op = 'D'"
          + " SEQUENCE BY seq COLUMNS (id, v);"
          + "CREATE STREAMING TABLE two FLOW AUTO CDC FROM FEED KEYS (id) APPLY AS DELETE WHEN op ="
          + " 'D' SEQUENCE BY seq COLUMNS (id, v) STORED AS SCD TYPE 2;";

  @TempDir Path folder;
  private ChangeProject project;

  @BeforeEach
  void create() {
    project = EmbeddedChanges.project(folder).columns("id INT, v STRING, op STRING, seq INT");
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

  private static String upsert(int id, String v, int seq) {
    return "{'id':%d,'v':'%s','seq':%d}".formatted(id, v, seq);
  }

  private static String delete(int id, int seq) {
    return "{'id':%d,'op':'D','seq':%d}".formatted(id, seq);
  }

  @Test
  void case_SQL_04_all_columns_and_type_1_are_the_defaults() {
    project
        .columns("id INT, v STRING, seq INT")
        .sql(
            "CREATE STREAMING TABLE src AS SELECT * FROM FEED; CREATE STREAMING TABLE t; APPLY"
                + " CHANGES INTO t FROM STREAM(src) KEYS (id) SEQUENCE BY seq")
        .feed(upsert(1, "a", 1), upsert(1, "b", 2))
        .update();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1 b 2");
  }

  @Test
  void case_SQL_05_the_flow_inside_the_table_is_the_same_as_beside_it() {
    project
        .columns("id INT, v STRING, seq INT")
        .sql(
            "CREATE OR REFRESH STREAMING TABLE a FLOW AUTO CDC FROM FEED KEYS (id) SEQUENCE BY seq;"
                + "CREATE STREAMING TABLE b; CREATE FLOW f AS AUTO CDC INTO b FROM FEED KEYS (id)"
                + " SEQUENCE BY seq")
        .feed(upsert(1, "a", 1), upsert(1, "c", 3), upsert(2, "x", 1))
        .update();
    project.feed(upsert(1, "b", 2), upsert(2, "y", 2)).update();
    assertThat(project.rows("SELECT * FROM a ORDER BY id"))
        .containsExactly("1 c 3", "2 y 2")
        .isEqualTo(project.rows("SELECT * FROM b ORDER BY id"));
  }

  @Test
  void case_EXP_05_a_rule_drops_changes_before_they_are_applied() {
    project
        .sql(
            "CREATE STREAMING TABLE t (CONSTRAINT has_id EXPECT (id IS NOT NULL) ON VIOLATION DROP"
                + " ROW) FLOW AUTO CDC FROM FEED KEYS (id) SEQUENCE BY seq COLUMNS (id, v, seq)")
        .feed(upsert(1, "a", 1), upsert(1, "b", 2), "{'v':'c','seq':3}");
    var result = project.update().tables().get(0);
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1 b 2");
    assertThat(result.counts().rules()).hasSize(1);
    assertThat(result.counts().dropped()).isEqualTo(1);
  }

  @Test
  void CDC_11_what_is_changed_by_hand_lasts_until_the_next_change_of_its_key() {
    project.sql(TWO_TARGETS).feed(upsert(1, "a", 1), upsert(2, "b", 1), upsert(3, "c", 1)).update();
    long version = project.table("one").latestVersion().orElseThrow();
    project.rows("DELETE FROM one WHERE id < 3; UPDATE one SET v = 'x' WHERE id = 3");
    project.feed(upsert(2, "d", 2)).update();
    assertThat(one()).containsExactly("2 d", "3 x");
    assertThat(
            project.rows(
                "SELECT _change_type, id, v FROM table_changes('one', %d) ORDER BY ALL"
                    .formatted(version + 1)))
        .containsExactly(
            "delete 1 a",
            "delete 2 b",
            "insert 2 d",
            "update_postimage 3 x",
            "update_preimage 3 c");
  }

  @Test
  void CDC_16_rules_look_at_rows_and_deletes_bring_none() {
    project
        .sql(
            "CREATE STREAMING TABLE t (CONSTRAINT has_v EXPECT (v IS NOT NULL) ON VIOLATION DROP"
                + " ROW) FLOW AUTO CDC FROM FEED KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE"
                + " BY seq COLUMNS (id, v)")
        .feed(upsert(1, "a", 1), upsert(2, "b", 1), delete(1, 2), "{'id':2,'seq':3}")
        .update();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("2 b");
  }

  @Test
  void case_CDC_01_a_change_may_come_again() {
    project.sql(TWO_TARGETS).feed(upsert(7, "open", 10), upsert(7, "open", 10)).update();
    long version = project.table("two").latestVersion().orElseThrow();
    project.feed(upsert(7, "open", 10)).update();
    assertThat(one()).containsExactly("7 open");
    assertThat(two()).containsExactly("7 open 10 null");
    assertThat(project.table("two").latestVersion().orElseThrow()).isEqualTo(version);
  }

  @Test
  void case_CDC_03_late_history_is_put_where_it_belongs() {
    project.sql(TWO_TARGETS).feed(upsert(7, "active", 12)).update();
    assertThat(two()).containsExactly("7 active 12 null");
    project.feed(upsert(7, "pending", 10)).update();
    assertThat(one()).containsExactly("7 active");
    assertThat(two()).containsExactly("7 pending 10 12", "7 active 12 null");
  }

  @Test
  void case_CDC_04_a_struct_orders_by_its_fields() {
    project
        .columns("id INT, v STRING, ts INT, txn INT")
        .sql(
            "CREATE STREAMING TABLE one FLOW AUTO CDC FROM FEED KEYS (id) SEQUENCE BY STRUCT(ts,"
                + " txn) COLUMNS (id, v); CREATE STREAMING TABLE two FLOW AUTO CDC FROM FEED KEYS"
                + " (id) SEQUENCE BY STRUCT(ts, txn) COLUMNS (id, v) STORED AS SCD TYPE 2")
        .feed("{'id':1,'v':'suspended','ts':5,'txn':2}", "{'id':1,'v':'active','ts':5,'txn':1}")
        .update();
    assertThat(one()).containsExactly("1 suspended");
    assertThat(project.rows("SELECT * FROM two ORDER BY __START_AT.ts, __START_AT.txn"))
        .containsExactly("1 active [5, 1] [5, 2]", "1 suspended [5, 2] null");
    project.feed("{'id':1,'v':'early','ts':4,'txn':9}").update();
    assertThat(project.rows("SELECT * FROM two ORDER BY __START_AT.ts, __START_AT.txn"))
        .containsExactly(
            "1 early [4, 9] [5, 1]", "1 active [5, 1] [5, 2]", "1 suspended [5, 2] null");
  }

  @Test
  void case_CDC_09_a_late_change_before_a_delete() {
    project.sql(TWO_TARGETS).feed(upsert(1, "active", 17), delete(1, 20)).update();
    assertThat(two()).containsExactly("1 active 17 20");
    project.feed(upsert(1, "suspended", 18)).update();
    assertThat(one()).isEmpty();
    assertThat(two()).containsExactly("1 active 17 18", "1 suspended 18 20");
  }

  @Test
  void case_CDC_10_a_whole_life_may_come_again() {
    String[] life = {
      upsert(1, "pending", 10),
      upsert(1, "active P", 20),
      upsert(1, "active Q", 30),
      upsert(1, "suspended R", 40),
      delete(1, 50)
    };
    List<String> expected =
        List.of("1 pending 10 20", "1 active P 20 30", "1 active Q 30 40", "1 suspended R 40 50");
    project.sql(TWO_TARGETS).feed(life).update();
    assertThat(one()).isEmpty();
    assertThat(two()).isEqualTo(expected);
    project.feed(life).update();
    assertThat(one()).isEmpty();
    assertThat(two()).isEqualTo(expected);
  }

  @Test
  void case_CDC_12_beliefs() {
    project
        .columns("id INT, v STRING, bt INT, st INT")
        .target(
            "KEYS (id) SEQUENCE BY bt SYSTEM SEQUENCE BY st COLUMNS (id, v) STORED AS BITEMPORAL")
        .feed(
            "{'id':1,'v':'P','bt':1000,'st':1001}",
            "{'id':1,'v':'A','bt':1002,'st':1003}",
            "{'id':1,'v':'S','bt':1004,'st':1005}")
        .update();
    assertThat(project.rows("SELECT * FROM t ORDER BY __START_AT, __SYSTEM_START_AT"))
        .containsExactly(
            "1 P 1000 null 1001 1003",
            "1 P 1000 1002 1003 null",
            "1 A 1002 null 1003 1005",
            "1 A 1002 1004 1005 null",
            "1 S 1004 null 1005 null");
  }

  @Test
  void case_CDC_13_insert_delete_and_insert_in_one_batch() {
    project.sql(TWO_TARGETS).feed(upsert(1, "al", 1), delete(1, 2), upsert(1, "al2", 3)).update();
    assertThat(one()).containsExactly("1 al2");
    assertThat(two()).containsExactly("1 al 1 2", "1 al2 3 null");
  }

  @Test
  void case_CDC_15_a_late_change_brings_back_a_hidden_one() {
    project
        .sql(TWO_TARGETS)
        .feed(upsert(1, "x", 10), upsert(1, "x", 20), upsert(1, "y", 30))
        .update();
    assertThat(two()).containsExactly("1 x 10 30", "1 y 30 null");
    project.feed(upsert(1, "z", 15)).update();
    assertThat(two()).containsExactly("1 x 10 15", "1 z 15 20", "1 x 20 30", "1 y 30 null");
  }

  @Test
  void case_CDC_16_ignored_nulls_follow_the_sequence() {
    project
        .columns("id INT, v STRING, c STRING, seq INT")
        .target(
            "KEYS (id) IGNORE NULL UPDATES SEQUENCE BY seq COLUMNS (id, v, c) STORED AS SCD TYPE 2")
        .feed("{'id':1,'v':'old','c':'A','seq':10}", "{'id':1,'c':'B','seq':20}")
        .update();
    assertThat(project.rows("SELECT * FROM t ORDER BY __START_AT"))
        .containsExactly("1 old A 10 20", "1 old B 20 null");
    project.feed("{'id':1,'v':'new','c':'A','seq':15}").update();
    assertThat(project.rows("SELECT * FROM t ORDER BY __START_AT"))
        .containsExactly("1 old A 10 15", "1 new A 15 20", "1 new B 20 null");
  }

  @Test
  void SQL_79_nulls_inside_structs_are_ignored_too() {
    project
        .columns("id INT, s STRUCT<a: INT, b: STRUCT<c: INT, d: INT>>, w STRING, seq INT")
        .target("KEYS (id) IGNORE NULL UPDATES ON * EXCEPT (w) SEQUENCE BY seq COLUMNS (id, s, w)")
        .feed(
            "{'id':1,'s':{'a':1,'b':{'c':1}},'w':'x','seq':1}",
            "{'id':1,'s':{'b':{'d':2}},'seq':2}")
        .update();
    assertThat(project.rows("SELECT id, s.a, s.b.c, s.b.d, w FROM t"))
        .containsExactly("1 1 1 2 null");
  }

  @Test
  void case_CDC_18_a_delete_of_an_unknown_key() {
    project.sql(TWO_TARGETS).feed(delete(9, 5)).update();
    assertThat(one()).isEmpty();
    assertThat(two()).isEmpty();
    project.feed(upsert(9, "a", 3)).update();
    assertThat(one()).isEmpty();
    assertThat(two()).containsExactly("9 a 3 5");
    project.feed(upsert(9, "b", 6)).update();
    assertThat(one()).containsExactly("9 b");
    assertThat(two()).containsExactly("9 a 3 5", "9 b 6 null");
  }

  @Test
  void case_CDC_19_a_truncate_keeps_late_changes_out() {
    project
        .target("KEYS (id) APPLY AS TRUNCATE WHEN op = 'T' SEQUENCE BY seq COLUMNS (id)")
        .feed(upsert(1, "a", 1), upsert(2, "a", 1), "{'op':'T','seq':5}", upsert(3, "a", 6))
        .update();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("3");
    project.feed(upsert(4, "a", 4)).update();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("3");
    project.feed("{'op':'T','seq':2}", upsert(5, "a", 5)).update();
    assertThat(project.rows("SELECT * FROM t ORDER BY id")).containsExactly("3", "5");
  }

  @Test
  void case_CDC_21_many_changes_of_a_key_in_one_batch() {
    project
        .sql(TWO_TARGETS)
        .feed(upsert(1, "a", 1), upsert(1, "b", 2), upsert(1, "c", 3), upsert(2, "x", 1))
        .update();
    assertThat(one()).containsExactly("1 c", "2 x");
  }

  @Test
  void case_CDC_28_a_full_refresh_forgets_what_was_deleted() {
    project.sql(TWO_TARGETS).feed(upsert(1, "a", 1), delete(1, 5), upsert(2, "b", 1)).update();
    assertThat(one()).containsExactly("2 b");
    project.write("volumes/main/default/feed/00001.json", upsert(1, "a", 1).replace('\'', '"'));
    project.update(new UpdateRequest(List.of(), List.of("one"), false, true));
    assertThat(one()).containsExactly("1 a");
    assertThat(two()).containsExactly("1 a 1 5", "2 b 1 null");
    assertThat(project.update().tables()).noneMatch(t -> t.changed());
  }

  @Test
  void case_CDC_30_a_changed_key_is_a_delete_and_an_insert() {
    project.sql(TWO_TARGETS).feed(upsert(1, "a", 1)).update();
    project.feed(delete(1, 2), upsert(2, "a", 2)).update();
    assertThat(one()).containsExactly("2 a");
    assertThat(two()).containsExactly("1 a 1 2", "2 a 2 null");
  }

  @Test
  void CDC_2_of_changes_with_one_sequence_the_same_one_counts_in_any_order() {
    project
        .sql(TWO_TARGETS)
        .feed(upsert(1, "a", 1), upsert(1, "b", 1), upsert(1, "c", 1), upsert(2, "a", 1))
        .feed(delete(2, 1))
        .update();
    project.feed(upsert(3, "c", 1)).update();
    project.feed(upsert(3, "a", 1), upsert(3, "b", 1)).update();
    String winner = one().get(0).split(" ")[1];
    assertThat(one()).containsExactly("1 " + winner, "3 " + winner);
    assertThat(two()).containsExactly("1 " + winner + " 1 null", "3 " + winner + " 1 null");
  }

  @Test
  void CDC_2_the_same_one_counts_wherever_its_nulls_are() {
    String shape = "STRUCT<x: INT, y: INT>";
    project
        .columns(
            "id INT, a STRING, b STRING, s %s, l ARRAY<INT>, m MAP<STRING,INT>, cols ARRAY<STRING>, seq INT"
                .formatted(shape))
        .sql(
            "CREATE STREAMING TABLE one FLOW AUTO CDC FROM FEED KEYS (id) SEQUENCE BY seq COLUMNS *"
                + " EXCEPT (seq, cols); CREATE STREAMING TABLE named FLOW AUTO CDC FROM FEED KEYS"
                + " (id) SEQUENCE BY seq COLUMNS (id, a, b) COLUMNS TO UPDATE cols");
    String[][] ties = {
      {"'a':'x'", "'b':'x'"},
      {"'s':{'x':1}", "'s':{'y':1}"},
      {"'l':[1,null]", "'l':[null,1]"},
      {"'m':{'k':1}", "'l':[]"},
      {"'a':'n','b':'n','cols':['a']", "'a':'n','b':'n','cols':['b']"}
    };
    String row = "{'id':%d,%s,'seq':1}";
    for (int i = 0; i < 2; i++) {
      for (int tie = 0; tie < ties.length; tie++) {
        project.feed(
            row.formatted(10 * tie, ties[tie][i]), row.formatted(10 * tie + 1, ties[tie][1 - i]));
      }
      project.update();
    }
    for (String table : List.of("one", "named")) {
      String rows = "SELECT * EXCEPT (id) FROM " + table + " WHERE id %% 10 = %d ORDER BY id";
      assertThat(project.rows(rows.formatted(0)))
          .as(table)
          .hasSize(ties.length)
          .isEqualTo(project.rows(rows.formatted(1)));
    }
  }

  @Test
  void CDC_3_changes_without_key_or_sequence_fail_the_flow() {
    project.sql(TWO_TARGETS).feed(upsert(1, "a", 1), "{'v':'lost','seq':2}");
    Problem key = project.failure();
    assertThat(key.code()).isEqualTo(ProblemCode.AUTOCDC_MICROBATCH_VALIDATION);
    assertThat(key.message()).contains("NULL_KEY").contains("1 change").contains("v: lost");
    assertThat(key.where().orElseThrow().text()).isEqualTo("id");
    assertThat(key.fix().orElseThrow()).contains("expectation");
    assertThat(one()).isEmpty();

    project.write("volumes/main/default/feed/00001.json", "{\"id\":1,\"v\":\"timeless\"}");
    Problem sequence = project.failure();
    assertThat(sequence.message()).contains("NULL_SEQUENCE").contains("timeless");
    assertThat(sequence.where().orElseThrow().text()).isEqualTo("seq");
  }

  @Test
  void CDC_4_a_delete_condition_that_is_null_is_an_upsert() {
    project
        .sql(TWO_TARGETS.replace("op = 'D'", "op <> 'U'"))
        .feed(upsert(1, "a", 1), "{'id':1,'v':'b','op':'U','seq':2}")
        .update();
    assertThat(one()).containsExactly("1 b");
  }

  @Test
  void CDC_13_what_became_of_changes_is_in_the_event_log() {
    project
        .sql(TWO_TARGETS)
        .feed(upsert(1, "a", 5), upsert(2, "b", 5), upsert(2, "b", 5), delete(9, 1))
        .update();
    assertThat(metrics("one")).containsExactly(2, 0, 0, 1);
    project.feed(upsert(1, "late", 3), upsert(2, "b", 5), delete(2, 6), upsert(3, "c", 1)).update();
    assertThat(metrics("one")).containsExactly(1, 1, 1, 1);
    assertThat(metrics("two")).containsExactly(3, 0, 1, 1);
  }

  private List<Integer> metrics(String table) {
    try (PipelineEngine engine = project.open()) {
      JsonNode metrics =
          engine
              .eventLog()
              .read(new EventFilter(Set.of("flow_progress"), Set.of(), Set.of(table)))
              .stream()
              .map(AutoCdcCasesTest::metrics)
              .filter(m -> m.has("num_upserted_rows"))
              .reduce((first, second) -> second)
              .orElseThrow();
      assertThat(metrics.has("num_output_rows")).isFalse();
      return List.of(
          metrics.path("num_upserted_rows").asInt(),
          metrics.path("num_deleted_rows").asInt(),
          metrics.path("num_late_rows").asInt(),
          metrics.path("num_ignored_rows").asInt());
    }
  }

  private static JsonNode metrics(PipelineEvent event) {
    try {
      JsonNode details = new ObjectMapper().readTree(event.json()).path("details");
      return (details.isTextual() ? new ObjectMapper().readTree(details.asText()) : details)
          .findPath("metrics");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void changes_that_were_recorded_when_the_process_died_are_applied_by_the_next_run() {
    project.sql(TWO_TARGETS).feed(upsert(1, "a", 1), upsert(2, "b", 1)).update();
    project.feed(upsert(1, "A", 2), delete(2, 2)).dyingBetweenCommits(true).failure();
    assertThat(one()).containsExactly("1 a", "2 b");
    project.failure();
    project.dyingBetweenCommits(false).update();
    assertThat(one()).containsExactly("1 A");
    assertThat(two()).containsExactly("1 a 1 2", "1 A 2 null", "2 b 1 2");
    long version = project.table("two").latestVersion().orElseThrow();
    project.update();
    assertThat(project.table("two").latestVersion().orElseThrow()).isEqualTo(version);
  }

  @Test
  void small_files_of_many_batches_are_put_together() {
    project.sql(
        "CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM read_files("
            + "'/Volumes/main/default/feed/', format => 'json', schema => 'id INT, v STRING, seq"
            + " INT', maxFilesPerTrigger => 1) KEYS (id) SEQUENCE BY seq COLUMNS (id, v)");
    for (int id = 0; id < 50; id++) {
      project.feed(upsert(id, "a", 1));
    }
    project.update();
    assertThat(project.table("t").snapshot().files()).hasSize(1);
    assertThat(project.rows("SELECT count(*), max(v) FROM t")).containsExactly("50 a");
    project.feed(upsert(7, "b", 2), upsert(8, "late", 0)).update();
    assertThat(project.rows("SELECT v, count(*) FROM t GROUP BY v ORDER BY v"))
        .containsExactly("a 49", "b 1");
  }
}
