/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.testkit.cdc.ChangeProject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Worked examples of AUTO CDC. */
class AutoCdcExamplesTest {
  private static final String[] FEED = {
    "{'id':124,'name':'Raul','city':'Oaxaca','op':'INSERT','seq':1}",
    "{'id':123,'name':'Isabel','city':'Monterrey','op':'INSERT','seq':1}",
    "{'id':125,'name':'Mercedes','city':'Tijuana','op':'INSERT','seq':2}",
    "{'id':126,'name':'Lily','city':'Cancun','op':'INSERT','seq':2}",
    "{'id':123,'op':'DELETE','seq':6}",
    "{'id':125,'name':'Mercedes','city':'Guadalajara','op':'UPDATE','seq':6}",
    "{'id':125,'name':'Mercedes','city':'Mexicali','op':'UPDATE','seq':5}",
    "{'id':123,'name':'Isabel','city':'Chihuahua','op':'UPDATE','seq':5}"
  };

  private static final String CLAUSES =
      "KEYS (id) APPLY AS DELETE WHEN op = 'DELETE' SEQUENCE BY seq COLUMNS * EXCEPT (op, seq)";

  @TempDir Path folder;
  private ChangeProject project;

  @BeforeEach
  void create() {
    project =
        EmbeddedChanges.project(folder)
            .columns("id INT, name STRING, city STRING, op STRING, seq INT");
  }

  @AfterEach
  void close() {
    project.close();
  }

  private java.util.List<String> versions() {
    return project.rows("SELECT * FROM t ORDER BY id, __START_AT");
  }

  @Test
  void CDC_A1_type_1_keeps_the_newest_row() {
    project.target(CLAUSES + " STORED AS SCD TYPE 1").feed(FEED).update();
    assertThat(project.rows("SELECT * FROM t ORDER BY id"))
        .containsExactly("124 Raul Oaxaca", "125 Mercedes Guadalajara", "126 Lily Cancun");
  }

  @Test
  void CDC_A2_a_truncate_removes_what_is_older() {
    project
        .target(
            "KEYS (id) APPLY AS DELETE WHEN op = 'DELETE' APPLY AS TRUNCATE WHEN op = 'TRUNCATE'"
                + " SEQUENCE BY seq COLUMNS * EXCEPT (op, seq)")
        .feed(FEED)
        .feed("{'op':'TRUNCATE','seq':3}")
        .update();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("125 Mercedes Guadalajara");
  }

  @Test
  void CDC_A3_type_2_keeps_versions() {
    project.target(CLAUSES + " STORED AS SCD TYPE 2").feed(FEED).update();
    assertThat(versions())
        .containsExactly(
            "123 Isabel Monterrey 1 5",
            "123 Isabel Chihuahua 5 6",
            "124 Raul Oaxaca 1 null",
            "125 Mercedes Tijuana 2 5",
            "125 Mercedes Mexicali 5 6",
            "125 Mercedes Guadalajara 6 null",
            "126 Lily Cancun 2 null");
  }

  @Test
  void CDC_A4_only_tracked_columns_open_versions() {
    project
        .target(CLAUSES + " STORED AS SCD TYPE 2 TRACK HISTORY ON * EXCEPT (city)")
        .feed(FEED)
        .update();
    assertThat(versions())
        .containsExactly(
            "123 Isabel Chihuahua 1 6",
            "124 Raul Oaxaca 1 null",
            "125 Mercedes Guadalajara 2 null",
            "126 Lily Cancun 2 null");
  }

  @Test
  void CDC_A5_a_late_change_splits_a_run() {
    project
        .target(
            "KEYS (id) SEQUENCE BY seq COLUMNS (id, name, city) STORED AS SCD TYPE 2 TRACK HISTORY"
                + " ON (name)")
        .feed(
            "{'id':1,'name':'Alice','city':'v5','seq':5}",
            "{'id':1,'name':'Alice','city':'v10','seq':10}",
            "{'id':1,'name':'Alice','city':'v15','seq':15}",
            "{'id':1,'name':'Charlie','city':'v20','seq':20}")
        .update();
    assertThat(versions()).containsExactly("1 Alice v15 5 20", "1 Charlie v20 20 null");
    project.feed("{'id':1,'name':'Bob','city':'v12','seq':12}").update();
    assertThat(versions())
        .containsExactly(
            "1 Alice v10 5 12", "1 Bob v12 12 15", "1 Alice v15 15 20", "1 Charlie v20 20 null");
  }

  @Test
  void CDC_A6_older_changes_of_a_later_update_are_ignored() {
    project
        .target("KEYS (id) SEQUENCE BY seq COLUMNS (id, name)")
        .feed(
            "{'id':1,'name':'Alice','seq':1000}",
            "{'id':2,'name':'Bob','seq':1001}",
            "{'id':1,'name':'Alice 2','seq':1002}")
        .update();
    assertThat(project.rows("SELECT * FROM t ORDER BY id")).containsExactly("1 Alice 2", "2 Bob");
    project
        .feed("{'id':2,'name':'stale','seq':999}", "{'id':1,'name':'Alice 3','seq':1003}")
        .update();
    assertThat(project.rows("SELECT * FROM t ORDER BY id")).containsExactly("1 Alice 3", "2 Bob");
  }

  @Test
  void CDC_A11_nulls_can_be_ignored() {
    String[] feed = {
      "{'id':42,'name':'x@e','city':'Antalya','seq':10}", "{'id':42,'city':'Istanbul','seq':20}"
    };
    project
        .sql(
            "CREATE STREAMING TABLE plain FLOW AUTO CDC FROM FEED KEYS (id) SEQUENCE BY seq COLUMNS"
                + " (id, name, city); CREATE STREAMING TABLE kept FLOW AUTO CDC FROM FEED KEYS (id)"
                + " IGNORE NULL UPDATES SEQUENCE BY seq COLUMNS (id, name, city)")
        .feed(feed)
        .update();
    assertThat(project.rows("SELECT * FROM plain")).containsExactly("42 null Istanbul");
    assertThat(project.rows("SELECT * FROM kept")).containsExactly("42 x@e Istanbul");
  }

  @Test
  void CDC_A12_a_change_can_name_the_columns_that_it_carries() {
    project
        .columns("id INT, a INT, b INT, cols ARRAY<STRING>, seq INT")
        .target(
            "KEYS (id) SEQUENCE BY seq COLUMNS * EXCEPT (cols, seq) STORED AS SCD TYPE 1 COLUMNS TO"
                + " UPDATE cols")
        .feed(
            "{'id':1,'a':1,'b':1,'cols':['a','b'],'seq':10}",
            "{'id':1,'b':9,'cols':['A'],'seq':20}")
        .update();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1 null 1");
  }

  @Test
  void CDC_A13_a_seed_and_live_changes_meet_in_either_order() {
    project
        .write(
            "volumes/main/default/seed/1.json",
            "{\"id\":1,\"name\":\"A\"}\n{\"id\":2,\"name\":\"B\"}\n")
        .sql(
            "CREATE STREAMING TABLE t; CREATE FLOW live AS AUTO CDC INTO t FROM FEED KEYS (id) APPLY"
                + " AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS (id, name); CREATE FLOW seed AS"
                + " AUTO CDC ONCE INTO t FROM STREAM read_files('/Volumes/main/default/seed/', format"
                + " => 'json', schema => 'id INT, name STRING') KEYS (id) SEQUENCE BY 0 COLUMNS (id,"
                + " name)")
        .feed("{'id':1,'name':'A2','seq':5}", "{'id':2,'op':'D','seq':6}")
        .update();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1 A2");
    project.write("volumes/main/default/seed/2.json", "{\"id\":3,\"name\":\"C\"}\n").update();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1 A2");
  }

  @Test
  void CDC_A14_a_delete_is_remembered_before_its_row_comes() {
    project
        .target("KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS (id, name)")
        .feed("{'id':7,'op':'D','seq':9}")
        .update();
    project.feed("{'id':7,'name':'old','seq':8}").update();
    assertThat(project.rows("SELECT * FROM t")).isEmpty();
    project.feed("{'id':7,'name':'new','seq':10}").update();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("7 new");
  }

  @Test
  void CDC_A15_a_delete_closes_a_row_that_comes_later() {
    project
        .target(
            "KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS (id, name) STORED AS"
                + " SCD TYPE 2")
        .feed("{'id':7,'op':'D','seq':9}")
        .update();
    project.feed("{'id':7,'name':'old','seq':8}").update();
    project.feed("{'id':7,'name':'new','seq':10}").update();
    assertThat(versions()).containsExactly("7 old 8 9", "7 new 10 null");
  }

  @Test
  void CDC_A16_beliefs_that_were_wrong_are_closed_and_kept() {
    project
        .columns("id INT, v STRING, op STRING, bt STRING, st STRING")
        .target(
            "KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY bt SYSTEM SEQUENCE BY st COLUMNS"
                + " (id, v) STORED AS BITEMPORAL")
        .feed("{'id':1,'v':'v1','bt':'10:01','st':'10:05'}")
        .update();
    assertThat(beliefs()).containsExactly("1 v1 10:01 null 10:05 null");
    project.feed("{'id':1,'v':'v2','bt':'12:15','st':'12:20'}").update();
    assertThat(beliefs())
        .containsExactly(
            "1 v1 10:01 null 10:05 12:20",
            "1 v1 10:01 12:15 12:20 null",
            "1 v2 12:15 null 12:20 null");
    project.feed("{'id':1,'v':'v3','bt':'12:05','st':'12:25'}").update();
    assertThat(beliefs())
        .containsExactly(
            "1 v1 10:01 null 10:05 12:20",
            "1 v1 10:01 12:15 12:20 12:25",
            "1 v1 10:01 12:05 12:25 null",
            "1 v3 12:05 12:15 12:25 null",
            "1 v2 12:15 null 12:20 null");
    project.feed("{'id':1,'op':'D','bt':'12:30','st':'12:35'}").update();
    assertThat(beliefs())
        .containsExactly(
            "1 v1 10:01 null 10:05 12:20",
            "1 v1 10:01 12:15 12:20 12:25",
            "1 v1 10:01 12:05 12:25 null",
            "1 v3 12:05 12:15 12:25 null",
            "1 v2 12:15 null 12:20 12:35",
            "1 v2 12:15 12:30 12:35 null");
  }

  private java.util.List<String> beliefs() {
    return project.rows("SELECT * FROM t ORDER BY id, __START_AT, __SYSTEM_START_AT");
  }

  @Test
  void CDC_A17_three_changes_are_five_beliefs() {
    project
        .columns("id INT, bt INT, st INT")
        .target("KEYS (id) SEQUENCE BY bt SYSTEM SEQUENCE BY st STORED AS BITEMPORAL")
        .feed("{'id':1,'bt':0,'st':60}", "{'id':1,'bt':120,'st':180}", "{'id':1,'bt':240,'st':300}")
        .update();
    assertThat(project.rows("SELECT * FROM t")).hasSize(5);
  }
}
