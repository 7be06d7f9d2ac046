/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeletionVector;
import io.lakeward.tables.DeltaTable;
import io.lakeward.testkit.cdc.ChangeProject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Targets of changes that both engines have written in turn, with deletes, late changes, a truncate
 * and columns that got wider, have for delta-spark and Delta Kernel the rows and changes that they
 * have here.
 */
class OtherReadersTest {
  private static final String APPLY = " KEYS (id) APPLY AS DELETE WHEN op = 'D' ";
  private static final String WIDENS =
      " TBLPROPERTIES ('delta.enableTypeWidening' = 'true') FLOW AUTO CDC FROM FEED";
  private static final String TABLES =
      String.join(
          ";",
          "CREATE STREAMING TABLE one"
              + WIDENS
              + APPLY
              + "APPLY AS TRUNCATE WHEN op = 'T' SEQUENCE BY seq COLUMNS (id, n, s)",
          "CREATE STREAMING TABLE two"
              + WIDENS
              + APPLY
              + "SEQUENCE BY seq COLUMNS (id, n, s) STORED AS SCD TYPE 2",
          "CREATE STREAMING TABLE both PARTITIONED BY (p)"
              + WIDENS
              + APPLY
              + "SEQUENCE BY seq SYSTEM SEQUENCE BY sys COLUMNS (id, n, p) STORED AS BITEMPORAL");

  private static final List<String> TARGETS = List.of("one", "two", "both");

  @TempDir Path folder;
  private ChangeProject project;

  @AfterEach
  void close() {
    project.close();
  }

  private static String upsert(int id, String values, int sequence) {
    return "{'id':%d,%s,'seq':%d,'sys':%d}".formatted(id, values, sequence, sequence + 10);
  }

  private static String delete(int id, int sequence) {
    return "{'id':%d,'op':'D','seq':%d,'sys':%d}".formatted(id, sequence, sequence + 10);
  }

  private void life() {
    project =
        SparkChanges.project(folder)
            .columns("id INT, n INT, s STRUCT<x: SMALLINT>, p STRING, op STRING, seq INT, sys INT")
            .sql(TABLES);
    project
        .on(EngineChoice.EMBEDDED)
        .feed(
            upsert(1, "'n':1,'s':{'x':1},'p':'a'", 1),
            upsert(2, "'n':2,'s':{'x':2},'p':'b'", 1),
            upsert(3, "'n':3", 5))
        .update();
    project
        .on(EngineChoice.SPARK)
        .feed(
            upsert(1, "'n':10,'s':{'x':1},'p':'b'", 4),
            delete(2, 6),
            upsert(4, "'n':4,'p':'a'", 2),
            delete(5, 9))
        .update();
  }

  private void widenedLife() {
    project
        .columns("id INT, n BIGINT, s STRUCT<x: INT>, p STRING, op STRING, seq INT, sys INT")
        .sql(TABLES)
        .on(EngineChoice.EMBEDDED)
        .feed(
            upsert(3, "'n':3000000000,'s':{'x':70000},'p':'a'", 7),
            upsert(1, "'n':9,'p':'b'", 3),
            upsert(5, "'n':5,'p':'b'", 8))
        .update();
  }

  @Test
  void CDC_12_otherReadersLeaveOutRowsThatAreMarkedInTheirFile() throws IOException {
    String with = " TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') FLOW AUTO CDC FROM FEED";
    String tables =
        "CREATE STREAMING TABLE one"
            + with
            + APPLY
            + "SEQUENCE BY seq COLUMNS (id, n);CREATE STREAMING TABLE two PARTITIONED BY (n)"
            + with
            + APPLY
            + "SEQUENCE BY seq COLUMNS (id, n) STORED AS SCD TYPE 2";
    project = SparkChanges.project(folder).columns("id INT, n INT, op STRING, seq INT").sql(tables);
    String[] first = new String[40];
    for (int id = 0; id < first.length; id++) {
      first[id] = "{'id':%d,'n':%d,'seq':1}".formatted(id, id % 2);
    }
    project.on(EngineChoice.EMBEDDED).feed(first).update();
    project.feed("{'id':3,'n':1,'op':'D','seq':2}", "{'id':4,'n':1,'seq':2}").update();
    project.feed("{'id':4,'n':0,'seq':3}", "{'id':9,'n':7,'seq':3}").update();
    project.sql(tables + ";CREATE MATERIALIZED VIEW seen AS SELECT id, n FROM one");
    project.on(EngineChoice.SPARK).update();
    assertThat(project.rows("SELECT * FROM seen"))
        .hasSize(39)
        .containsExactlyInAnyOrderElementsOf(project.rows("SELECT * FROM one"));
    OtherReaders readers = OtherReaders.inSharedSpark();
    for (String name : List.of("one", "two")) {
      DeltaTable table = project.table(name);
      assertThat(table.snapshot().files()).anyMatch(DataFile::hasDeletionVector);
      List<String> rows = project.rows("SELECT * FROM " + name).stream().sorted().toList();
      assertThat(readers.sparkRows(table)).as(name).isEqualTo(rows);
      assertThat(OtherReaders.kernelRows(table)).as(name).isEqualTo(rows);
      expectSameChanges(readers, name, 1);
    }
    project.on(EngineChoice.SPARK).feed("{'id':5,'op':'D','seq':9}").update();
    assertThat(OtherReaders.kernelRows(project.table("one")))
        .hasSize(38)
        .contains("4 0", "9 7")
        .isEqualTo(project.rows("SELECT * FROM one").stream().sorted().toList());
  }

  @Test
  void CDC_12_otherReadersLeaveOutManyMarkedRowsToo() throws IOException {
    String tables =
        "CREATE STREAMING TABLE one TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
            + " FLOW AUTO CDC FROM FEED"
            + APPLY
            + "SEQUENCE BY seq COLUMNS (id, n)";
    project = SparkChanges.project(folder).columns("id INT, n INT, op STRING, seq INT").sql(tables);
    String[] first = new String[3_000];
    String[] second = new String[1_000];
    for (int id = 0; id < first.length; id++) {
      first[id] = "{'id':%d,'n':0,'seq':1}".formatted(id);
    }
    for (int i = 0; i < second.length; i++) {
      second[i] = "{'id':%d,'n':1,'op':'%s','seq':2}".formatted(3 * i, i % 2 == 0 ? "D" : "U");
    }
    project.on(EngineChoice.EMBEDDED).feed(first).update();
    project.feed(second).update();
    DeltaTable table = project.table("one");
    assertThat(
            table.snapshot().files().stream()
                .flatMap(file -> file.deletionVector().stream())
                .map(DeletionVector::storageType))
        .as("a vector that is too long for the log")
        .containsExactly("u");
    project.sql(tables + ";CREATE MATERIALIZED VIEW seen AS SELECT id, n FROM one");
    project.on(EngineChoice.SPARK).update();
    List<String> rows = project.rows("SELECT * FROM one").stream().sorted().toList();
    assertThat(rows).hasSize(2_500).contains("3 1", "4 0").doesNotContain("0 0", "3 0");
    assertThat(project.rows("SELECT * FROM seen")).containsExactlyInAnyOrderElementsOf(rows);
    assertThat(OtherReaders.inSharedSpark().sparkRows(table)).isEqualTo(rows);
    assertThat(OtherReaders.kernelRows(table)).isEqualTo(rows);
  }

  /** delta-spark reads no changes across the commit that makes a column wider. */
  @Test
  void CDC_12_deltaSparkAndKernelReadTargetsAndTheirChanges() throws IOException {
    life();
    OtherReaders readers = OtherReaders.inSharedSpark();
    for (String name : TARGETS) {
      expectSameChanges(readers, name, 1);
    }
    widenedLife();
    for (String name : TARGETS) {
      expectSameChanges(readers, name, project.table(name).latestVersion().orElseThrow());
    }
    long one = project.table("one").latestVersion().orElseThrow();
    assertThat(readers.sparkChanges(project.table("one"), one))
        .containsExactly(
            "3 3 null update_preimage " + one, "3 3000000000 [70000] update_postimage " + one);
    long two = project.table("two").latestVersion().orElseThrow();
    assertThat(readers.sparkChanges(project.table("two"), two))
        .containsExactly(
            "1 1 [1] 1 3 update_postimage " + two,
            "1 1 [1] 1 4 update_preimage " + two,
            "1 9 null 3 4 insert " + two,
            "3 3 null 5 7 update_postimage " + two,
            "3 3 null 5 null update_preimage " + two,
            "3 3000000000 [70000] 7 null insert " + two,
            "5 5 null 8 9 insert " + two);

    // Rows, after a truncate too.
    project
        .on(EngineChoice.SPARK)
        .sql(TABLES.substring(0, TABLES.indexOf(';')))
        .feed("{'op':'T','seq':5}", upsert(6, "'n':6", 6))
        .update();
    for (String name : TARGETS) {
      DeltaTable table = project.table(name);
      List<String> rows = project.rows("SELECT * FROM " + name).stream().sorted().toList();
      assertThat(readers.sparkRows(table)).as(name).isEqualTo(rows);
      assertThat(OtherReaders.kernelRows(table)).as(name).isEqualTo(rows);
    }
    assertThat(readers.sparkRows(project.table("one")))
        .containsExactly("3 3000000000 [70000]", "6 6 null");
  }

  private void expectSameChanges(OtherReaders readers, String name, long version) {
    assertThat(readers.sparkChanges(project.table(name), version))
        .as(name)
        .isNotEmpty()
        .isEqualTo(
            project
                .rows(
                    "SELECT * EXCEPT (_commit_timestamp) FROM table_changes('%s', %d)"
                        .formatted(name, version))
                .stream()
                .sorted()
                .toList());
  }
}
