/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.engine.update.TableResult;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.testkit.RootLocale;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Rules of temporary views that a query with state reads (EXP-10). */
@ExtendWith(RootLocale.class)
class StatefulViewRulesTest {
  private static final String EVENTS =
      """
      CREATE OR REFRESH STREAMING TABLE events AS
      SELECT id, ts FROM STREAM read_files('/Volumes/main/default/landing/events', format => 'json',
        schema => 'id STRING, ts TIMESTAMP');
      """;

  private static final String VIEW =
      EVENTS
          + """
          CREATE TEMPORARY VIEW clean (
            CONSTRAINT has_id EXPECT (id IS NOT NULL) ON VIOLATION DROP ROW,
            CONSTRAINT known  EXPECT (id <> 'x')
          ) AS SELECT id, ts FROM STREAM events WHERE id IS DISTINCT FROM 'hidden';
          """;

  private static final String WINDOWS =
      """
      CREATE OR REFRESH STREAMING TABLE counts AS
      SELECT date_format(window.start, 'HH:mm') AS start, count(*) AS n
      FROM STREAM clean WATERMARK ts DELAY OF INTERVAL 10 MINUTES
      GROUP BY window(ts, '10 minutes');
      """;

  @TempDir Path folder;

  @Test
  void EXP_10_rowsAreCheckedBeforeTheyEnterTheStateAndCountedOnce() {
    StreamProject project = StreamProject.of(folder, VIEW + WINDOWS).withSources("events");
    project.land(
        "events",
        event("a", "12:01"),
        event("x", "12:02"),
        event(null, "12:03"),
        event("hidden", "12:04"));
    UpdateResult first = project.update();
    assertThat(first.tables()).allSatisfy(t -> assertThat(t.problem()).isEmpty());
    // No window is closed yet, and the rows are counted all the same.
    assertThat(rules(first)).containsExactly("clean.has_id 2/1", "clean.known 1/2");
    assertThat(table(first).counts().dropped()).isEqualTo(1);
    assertThat(project.rows("SELECT * FROM counts")).isEmpty();

    project.land("events", event("b", "12:40"), event(null, "12:41"));
    UpdateResult second = project.update();
    assertThat(rules(second)).containsExactly("clean.has_id 1/1", "clean.known 1/1");
    assertThat(project.rows("SELECT * FROM counts")).containsExactly("[12:00, 2]");
    assertThat(project.events("flow_progress"))
        .filteredOn(event -> event.contains("\"expectations\""))
        .filteredOn(event -> event.contains("\"failed_records\":2"))
        .hasSize(1);

    assertThat(rules(project.update())).isEmpty();
  }

  @Test
  void EXP_10_aBrokenFailRuleOfTheViewKeepsTheBatchOut() {
    String failing =
        VIEW.replace("EXPECT (id <> 'x')", "EXPECT (id <> 'x') ON VIOLATION FAIL UPDATE");
    StreamProject project = StreamProject.of(folder, failing + WINDOWS).withSources("events");
    project.land("events", event("a", "12:01"));
    project.update();
    project.land("events", event("x", "12:05"), event("b", "12:40"));
    UpdateResult failed = project.update();
    assertThat(failed.state()).isEqualTo(UpdateState.FAILED);
    assertThat(table(failed).problem().orElseThrow().code())
        .isEqualTo(ProblemCode.EXPECTATION_VIOLATION);
    assertThat(table(failed).problem().orElseThrow().message())
        .contains("known", "clean", "The row: {\"id\":\"x\",");
    assertThat(project.rows("SELECT * FROM counts")).isEmpty();

    project.define(VIEW + WINDOWS);
    UpdateResult mended = project.update();
    assertThat(mended.state()).isEqualTo(UpdateState.COMPLETED);
    assertThat(rules(mended)).containsExactly("clean.has_id 2/0", "clean.known 1/1");
    assertThat(project.rows("SELECT * FROM counts")).containsExactly("[12:00, 2]");
  }

  @Test
  void EXP_10_aViewOverSeveralStreamsIsRefusedInSuchAQuery() {
    String both =
        VIEW.replace(
            "FROM STREAM events WHERE",
            "FROM (SELECT * FROM STREAM events UNION ALL SELECT * FROM STREAM events) WHERE");
    StreamProject project = StreamProject.of(folder, both + WINDOWS).withSources("events");
    project.land("events", event("a", "12:01"));
    assertThatThrownBy(project::update)
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("reads several streams");
  }

  private static String event(String id, String time) {
    return "{\"id\":%s,\"ts\":\"2026-01-01T%s:00Z\"}"
        .formatted(id == null ? "null" : '"' + id + '"', time);
  }

  private static TableResult table(UpdateResult result) {
    return result.tables().stream()
        .filter(t -> t.name().table().equals("counts"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> rules(UpdateResult result) {
    return table(result).counts().rules().stream()
        .map(
            r ->
                r.view().map(v -> v.table() + ".").orElse("")
                    + r.name()
                    + " "
                    + r.passed()
                    + "/"
                    + r.failed())
        .toList();
  }
}
