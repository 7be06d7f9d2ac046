/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.event.EventFilter;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.testkit.cdc.ChangeDataExample;
import io.lakeward.testkit.cdc.ChangeProject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flows that change rows of their tables, in whole updates on Spark. */
class ChangesOnSparkTest {
  private static final String ONLY_ON_SPARK = "(v COLLATE UTF8_LCASE) = 'A'";

  @TempDir Path folder;
  private ChangeProject project;

  @BeforeEach
  void create() {
    project = SparkChanges.project(folder).on(EngineChoice.SPARK);
  }

  @AfterEach
  void close() {
    project.close();
  }

  @Test
  void theExampleGivesTheTablesThatLieBesideIt() throws IOException {
    ChangeDataExample.check(project);
  }

  @Test
  void RPU_A1_RPW_1_CDC_A8_rowsAreReplacedAndSnapshotsComparedByEitherEngine() {
    project
        .columns("k STRING, v STRING, s INT")
        .sql(
            "CREATE STREAMING TABLE devices TBLPROPERTIES (delta.enableChangeDataFeed = true) FLOW"
                + " REPLACE USING (k) SEQUENCE BY s BY NAME SELECT * FROM FEED;"
                + "CREATE STREAMING TABLE days FLOW REPLACE WHERE s >= 2 BY NAME SELECT s, count(*)"
                + " AS n FROM devices GROUP BY s;"
                + "CREATE STREAMING TABLE history FLOW AUTO CDC FROM SNAPSHOT WHOLE KEYS (k) STORED"
                + " AS SCD TYPE 2;")
        .feed(
            row("r1", "iOS", 1),
            row("r1", "Android", 1),
            row("r2", "iOS", 1),
            row("r2", "desktop", 1))
        .whole(row("a", "Oaxaca", 0), row("b", "Monterrey", 0));
    project.update();
    project
        .feed(
            row("r1", "x", 2),
            row("r1", "y", 2),
            row("r1", "z", 2),
            row("r3", "iOS", 1),
            row("r3", "desktop", 2))
        .whole(row("b", "Carmel", 0), row("c", "Kings Canyon", 0));
    project.update();
    assertThat(project.rows("SELECT k, v, s FROM devices ORDER BY ALL"))
        .containsExactly("r1 x 2", "r1 y 2", "r1 z 2", "r2 desktop 1", "r2 iOS 1", "r3 desktop 2");
    assertThat(
            project.rows("SELECT _change_type, k, v FROM table_changes('devices', 2) ORDER BY ALL"))
        .containsExactly(
            "delete r1 Android",
            "delete r1 iOS",
            "insert r1 x",
            "insert r1 y",
            "insert r1 z",
            "insert r3 desktop");
    assertThat(project.rows("SELECT * FROM days")).containsExactly("2 4");
    List<String> history =
        List.of(
            "a Oaxaca 0 0 1", "b Monterrey 0 0 1", "b Carmel 0 1 null", "c Kings Canyon 0 1 null");
    assertThat(project.rows("SELECT * FROM history ORDER BY k, __START_AT")).isEqualTo(history);

    project.on(EngineChoice.EMBEDDED).update();
    assertThat(project.rows("SELECT * FROM history ORDER BY k, __START_AT")).isEqualTo(history);
    project.feed(row("r2", "only", 3)).update();
    project.on(EngineChoice.SPARK).feed(row("r2", "more", 3), row("r1", "late", 1)).update();
    assertThat(project.rows("SELECT v FROM devices WHERE k = 'r2' ORDER BY v"))
        .containsExactly("more", "only");
    assertThat(project.rows("SELECT * FROM days ORDER BY s")).containsExactly("2 4", "3 2");
  }

  private static String row(String k, String v, int s) {
    return "{'k':'%s','v':'%s','s':%d}".formatted(k, v, s);
  }

  @Test
  void CDC_13_CDC_16_aQueryThatOnlySparkRunsFeedsChanges() {
    project
        .on(EngineChoice.AUTO)
        .columns("id INT, v STRING, op STRING, seq INT")
        .sql(
            "CREATE TEMPORARY VIEW changes AS SELECT id, v, op, seq, "
                + ONLY_ON_SPARK
                + " AS other FROM FEED;"
                + "CREATE STREAMING TABLE t (CONSTRAINT has_v EXPECT (v IS NOT NULL) ON VIOLATION"
                + " DROP ROW) FLOW AUTO CDC FROM STREAM(changes) KEYS (id) APPLY AS DELETE WHEN op ="
                + " 'D' SEQUENCE BY seq COLUMNS (id, v, other) STORED AS SCD TYPE 2")
        .feed(
            "{'id':1,'v':'a','seq':1}",
            "{'id':1,'seq':2}",
            "{'id':2,'v':'b','seq':1}",
            "{'id':2,'op':'D','seq':3}");
    var result = project.update().tables().get(0);
    assertThat(project.rows("SELECT id, v, __START_AT, __END_AT FROM t ORDER BY id"))
        .containsExactly("1 a 1 null", "2 b 1 3");
    assertThat(result.counts().dropped()).isEqualTo(1);
    assertThat(events("planning_information")).allMatch(e -> e.contains("\"engine\":\"spark\""));
    assertThat(events("flow_progress"))
        .anyMatch(e -> e.contains("num_upserted_rows") && e.contains("num_deleted_rows"));
  }

  @Test
  void aQueryWithStateFeedsNoChanges() {
    project
        .columns("id INT, v STRING, seq INT")
        .sql(
            "CREATE TEMPORARY VIEW sums AS SELECT id, count(*) AS n, max(seq) AS seq FROM FEED GROUP"
                + " BY id; CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(sums) KEYS (id)"
                + " SEQUENCE BY seq")
        .feed("{'id':1,'v':'a','seq':1}");
    Problem problem =
        catchThrowableOfType(ProjectException.class, () -> project.run(UpdateRequest.all()))
            .problems()
            .get(0);
    assertThat(problem.code()).isEqualTo(ProblemCode.NOT_SUPPORTED_YET);
    assertThat(problem.message()).contains("an aggregation over a stream");
    assertThat(problem.fix().orElseThrow()).contains("streaming table");
  }

  @Test
  void whatWasRecordedWhenTheProcessDiedOnOneEngineIsAppliedByTheOther() {
    project
        .columns("id INT, v STRING, seq INT")
        .target("KEYS (id) SEQUENCE BY seq COLUMNS (id, v)")
        .feed("{'id':1,'v':'a','seq':1}", "{'id':2,'v':'b','seq':1}")
        .update();
    project.feed("{'id':1,'v':'A','seq':2}").dyingBetweenCommits(true).failure();
    project.on(EngineChoice.EMBEDDED).dyingBetweenCommits(false).update();
    assertThat(project.rows("SELECT * FROM t ORDER BY id")).containsExactly("1 A", "2 b");
    project.feed("{'id':2,'v':'B','seq':2}").dyingBetweenCommits(true).failure();
    project.on(EngineChoice.SPARK).dyingBetweenCommits(false).update();
    assertThat(project.rows("SELECT * FROM t ORDER BY id")).containsExactly("1 A", "2 B");
  }

  private List<String> events(String type) {
    try (PipelineEngine engine = project.open()) {
      return engine.eventLog().read(new EventFilter(Set.of(type), Set.of(), Set.of())).stream()
          .map(PipelineEvent::json)
          .toList();
    }
  }
}
