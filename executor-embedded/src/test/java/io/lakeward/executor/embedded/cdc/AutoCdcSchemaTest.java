/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.testkit.cdc.ChangeProject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of AUTO CDC targets that change, and definitions that do. */
class AutoCdcSchemaTest {
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

  @Test
  void case_CDC_22_a_new_column_is_added() {
    project
        .columns("id INT, name STRING, seq INT")
        .target("KEYS (id) SEQUENCE BY seq COLUMNS * EXCEPT (seq)")
        .feed("{'id':1,'name':'al','seq':1}")
        .update();
    project
        .columns("id INT, name STRING, seq INT, mail STRING")
        .target("KEYS (id) SEQUENCE BY seq COLUMNS * EXCEPT (seq)")
        .feed("{'id':2,'name':'bo','mail':'m2','seq':2}")
        .update();
    assertThat(project.rows("SELECT * FROM t ORDER BY id")).containsExactly("1 al null", "2 bo m2");
  }

  /** As a column that a flow of appended rows lacks. */
  @Test
  void CDC_8_a_column_that_a_source_loses_is_null_in_its_changes() {
    for (String type : List.of("1", "2")) {
      try (ChangeProject own = EmbeddedChanges.project(folder.resolve(type))) {
        String clauses = "KEYS (id) SEQUENCE BY seq COLUMNS * EXCEPT (seq) STORED AS SCD TYPE ";
        own.columns("id INT, name STRING, mail STRING, seq INT")
            .target(clauses + type)
            .feed("{'id':1,'name':'al','mail':'m1','seq':1}")
            .feed("{'id':2,'name':'bo','mail':'m2','seq':1}")
            .update();
        own.columns("id INT, name STRING, seq INT")
            .target(clauses + type)
            .feed("{'id':1,'name':'al','seq':2}")
            .update();
        assertThat(own.rows("SELECT id, name, mail FROM t ORDER BY id, mail NULLS LAST"))
            .containsExactlyElementsOf(
                type.equals("1")
                    ? List.of("1 al null", "2 bo m2")
                    : List.of("1 al m1", "1 al null", "2 bo m2"));
      }
    }
  }

  @Test
  void CDC_9_flows_that_store_other_columns_fill_rows_together_if_null_means_as_before() {
    String flow =
        "CREATE FLOW %s AS AUTO CDC INTO %s FROM FEED WHERE op = '%s' KEYS (id) %s SEQUENCE BY seq"
            + " COLUMNS (%s);";
    project
        .columns("id INT, a STRING, b STRING, op STRING, seq INT")
        .sql(
            "CREATE STREAMING TABLE whole; CREATE STREAMING TABLE together;"
                + flow.formatted("wa", "whole", "A", "", "id, a")
                + flow.formatted("wb", "whole", "B", "", "id, b")
                + flow.formatted("ta", "together", "A", "IGNORE NULL UPDATES", "id, a")
                + flow.formatted("tb", "together", "B", "IGNORE NULL UPDATES", "id, b"))
        .feed("{'id':1,'a':'a1','op':'A','seq':1}", "{'id':1,'b':'b1','op':'B','seq':2}")
        .feed("{'id':2,'a':'a2','op':'A','seq':5}", "{'id':2,'b':'b2','op':'B','seq':3}")
        .update();
    assertThat(project.rows("SELECT id, a, b FROM whole ORDER BY id"))
        .containsExactly("1 null b1", "2 a2 null");
    assertThat(project.rows("SELECT id, a, b FROM together ORDER BY id"))
        .containsExactly("1 a1 b1", "2 a2 b2");
  }

  @Test
  void case_CDC_24_a_column_that_changes_its_type_stops_the_update() {
    project
        .columns("id INT, age INT, seq INT")
        .target("KEYS (id) SEQUENCE BY seq COLUMNS * EXCEPT (seq)")
        .feed("{'id':1,'age':30,'seq':1}")
        .update();
    Problem problem =
        project
            .columns("id INT, age BIGINT, seq INT")
            .target("KEYS (id) SEQUENCE BY seq COLUMNS * EXCEPT (seq)")
            .feed("{'id':1,'age':5000000000,'seq':2}")
            .failure();
    assertThat(problem.code()).isEqualTo(ProblemCode.INCOMPATIBLE_SCHEMA);
    assertThat(problem.fix().orElseThrow()).contains("--full-refresh t");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1 30");
  }

  @Test
  void case_CDC_25_letter_case_makes_no_new_column() {
    project
        .columns("id INT, value INT, seq INT")
        .target("KEYS (id) SEQUENCE BY seq COLUMNS * EXCEPT (seq)")
        .feed("{'id':1,'value':1,'seq':1}")
        .update();
    project
        .columns("ID INT, Value INT, seq INT")
        .target("KEYS (id) SEQUENCE BY seq COLUMNS * EXCEPT (seq)")
        .feed("{'ID':1,'Value':2,'seq':2}")
        .update();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1 2");
  }

  @Test
  void CDC_7_other_keys_or_another_type_need_a_full_refresh() {
    project
        .target("KEYS (id) SEQUENCE BY seq COLUMNS (id, v)")
        .feed("{'id':1,'v':'a','seq':1}")
        .update();
    Problem keys = project.target("KEYS (id, v) SEQUENCE BY seq COLUMNS (id, v)").failure();
    assertThat(keys.code()).isEqualTo(ProblemCode.AUTOCDC_INVALID_STATE);
    assertThat(keys.message()).contains("KEY_SCHEMA_DRIFT");
    assertThat(keys.fix().orElseThrow()).contains("--full-refresh t");
    assertThat(
            project
                .target("KEYS (id) SEQUENCE BY seq COLUMNS (id, v) STORED AS SCD TYPE 2")
                .failure()
                .message())
        .contains("SCD_TYPE_DRIFT");
    assertThat(
            project
                .target("KEYS (id) SEQUENCE BY CAST(seq AS STRING) COLUMNS (id, v)")
                .failure()
                .message())
        .contains("SEQUENCE_TYPE_DRIFT");
    project.target("KEYS (id) SEQUENCE BY seq COLUMNS (id, v) STORED AS SCD TYPE 2");
    project.update(new UpdateRequest(List.of(), List.of("t"), false, true));
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1 a 1 null");
  }

  @Test
  void CDC_28_other_tracked_columns_apply_to_all_rows_at_once() {
    project
        .columns("id INT, v STRING, w STRING, seq INT")
        .target("KEYS (id) SEQUENCE BY seq COLUMNS (id, v, w) STORED AS SCD TYPE 2")
        .feed("{'id':1,'v':'a','w':'x','seq':1}", "{'id':1,'v':'a','w':'y','seq':2}")
        .update();
    assertThat(project.rows("SELECT * FROM t ORDER BY __START_AT"))
        .containsExactly("1 a x 1 2", "1 a y 2 null");
    project
        .target(
            "KEYS (id) SEQUENCE BY seq COLUMNS (id, v, w) STORED AS SCD TYPE 2 TRACK HISTORY ON"
                + " (v)")
        .update();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1 a y 1 null");
  }

  @Test
  void values_of_all_types_pass_through() {
    project
        .columns(
            "id STRING, n DECIMAL(10,2), d DATE, t TIMESTAMP, b BOOLEAN, f DOUBLE, a ARRAY<INT>, m"
                + " MAP<STRING,INT>, s STRUCT<x: INT, y: STRING>, seq TIMESTAMP")
        .sql(
            "CREATE STREAMING TABLE one FLOW AUTO CDC FROM FEED KEYS (id) SEQUENCE BY seq COLUMNS *"
                + " EXCEPT (seq); CREATE STREAMING TABLE two FLOW AUTO CDC FROM FEED KEYS (id)"
                + " SEQUENCE BY seq COLUMNS * EXCEPT (seq, m) STORED AS SCD TYPE 2")
        .feed(
            "{'id':'ä','n':1.25,'d':'2024-02-29','t':'2024-01-01T10:00:00Z','b':true,'f':0.5,'a':[1,2],'m':{'k':1},'s':{'x':1,'y':'z'},'seq':'2024-01-01T00:00:00Z'}")
        .update();
    project
        .feed(
            "{'id':'ä','n':1.25,'d':'2024-02-29','t':'2024-01-01T10:00:00Z','b':true,'f':0.5,'a':[1,2],'m':{'k':1},'s':{'x':1,'y':'z'},'seq':'2024-01-02T00:00:00Z'}",
            "{'id':'ä','n':1.25,'d':'2024-02-29','t':'2024-01-01T10:00:00Z','b':true,'f':0.5,'a':[1],'m':{'k':1},'s':{'x':1},'seq':'2024-01-03T00:00:00Z'}")
        .update();
    assertThat(project.rows("SELECT id, n, d, b, f, a, m, s FROM one"))
        .containsExactly("ä 1.25 2024-02-29 true 0.5 [1] {k=1} [1, null]");
    assertThat(project.rows("SELECT a, s, day(__START_AT), day(__END_AT) FROM two ORDER BY 3"))
        .containsExactly("[1, 2] [1, z] 1 3", "[1] [1, null] 3 null");
  }

  @Test
  void CDC_8_a_table_that_allows_it_takes_wider_types() {
    String wide =
        "CREATE STREAMING TABLE t TBLPROPERTIES ('delta.enableTypeWidening' = 'true') FLOW AUTO CDC"
            + " FROM FEED KEYS (id) SEQUENCE BY seq COLUMNS * EXCEPT (seq) STORED AS SCD TYPE 2";
    project
        .columns("id INT, age INT, d DECIMAL(5,2), s STRUCT<x: SMALLINT>, seq INT")
        .target("KEYS (id) SEQUENCE BY seq COLUMNS * EXCEPT (seq) STORED AS SCD TYPE 2")
        .feed("{'id':1,'age':30,'d':1.25,'s':{'x':3},'seq':1}", "{'id':2,'age':7,'seq':1}")
        .update();
    project
        .columns("id INT, age BIGINT, d DECIMAL(12,4), s STRUCT<x: INT>, seq INT")
        .sql(wide)
        .feed(
            "{'id':1,'age':5000000000,'d':1.25,'s':{'x':70000},'seq':3}",
            "{'id':2,'age':7,'seq':2}")
        .update();
    assertThat(project.rows("SELECT * FROM t ORDER BY id, __START_AT"))
        .containsExactly(
            "1 30 1.2500 [3] 1 3", "1 5000000000 1.2500 [70000] 3 null", "2 7 null null 1 null");
    project.feed("{'id':1,'age':31,'d':1.5,'s':{'x':4},'seq':2}").update();
    project
        .columns("id INT, age INT, d DECIMAL(5,2), s STRUCT<x: SMALLINT>, seq INT")
        .sql(wide)
        .feed("{'id':2,'age':8,'seq':4}")
        .update();
    assertThat(project.rows("SELECT id, age, s.x, __START_AT FROM t ORDER BY id, __START_AT"))
        .containsExactly(
            "1 30 3 1", "1 31 4 2", "1 5000000000 70000 3", "2 7 null 1", "2 8 null 4");
  }

  @Test
  void CDC_8_a_new_field_inside_a_struct_is_added() {
    String tables =
        "CREATE STREAMING TABLE one FLOW AUTO CDC FROM FEED KEYS (id) IGNORE NULL UPDATES SEQUENCE"
            + " BY seq COLUMNS (id, s, l); CREATE STREAMING TABLE two FLOW AUTO CDC FROM FEED KEYS"
            + " (id) SEQUENCE BY seq COLUMNS (id, s, l) STORED AS SCD TYPE 2";
    project
        .columns("id INT, s STRUCT<x: INT>, l ARRAY<STRUCT<x: INT>>, seq INT")
        .sql(tables)
        .feed("{'id':1,'s':{'x':1},'l':[{'x':1}],'seq':1}", "{'id':2,'s':{'x':2},'seq':1}")
        .update();
    project
        .columns("id INT, s STRUCT<x: INT, y: STRING>, l ARRAY<STRUCT<x: INT, y: INT>>, seq INT")
        .sql(tables)
        .feed(
            "{'id':1,'s':{'y':'b'},'seq':3}",
            "{'id':1,'s':{'x':7,'y':'a'},'l':[{'x':1}],'seq':2}",
            "{'id':2,'s':{'x':2},'seq':2}",
            "{'id':3,'l':[{'y':3}],'seq':2}")
        .update();
    assertThat(project.rows("SELECT * FROM one ORDER BY id"))
        .containsExactly("1 [7, b] [[1, null]]", "2 [2, null] null", "3 null [[null, 3]]");
    assertThat(project.rows("SELECT * FROM two ORDER BY id, __START_AT"))
        .containsExactly(
            "1 [1, null] [[1, null]] 1 2",
            "1 [7, a] [[1, null]] 2 3",
            "1 [null, b] null 3 null",
            "2 [2, null] null 1 null",
            "3 null [[null, 3]] 2 null");
  }

  @Test
  void CDC_7_a_key_keeps_its_type() {
    String properties = "TBLPROPERTIES ('delta.enableTypeWidening' = 'true')";
    String sql =
        "CREATE STREAMING TABLE t "
            + properties
            + " FLOW AUTO CDC FROM FEED KEYS (id) SEQUENCE BY seq COLUMNS (id)";
    project.columns("id INT, seq INT").sql(sql).feed("{'id':1,'seq':1}").update();
    Problem problem =
        project.columns("id BIGINT, seq INT").sql(sql).feed("{'id':1,'seq':2}").failure();
    assertThat(problem.code()).isEqualTo(ProblemCode.AUTOCDC_INVALID_STATE);
    assertThat(problem.message()).contains("KEY_SCHEMA_DRIFT", "the key id had type INT");
    assertThat(problem.fix().orElseThrow()).contains("--full-refresh t");
  }
}
