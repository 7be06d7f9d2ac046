/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.engine.executor.StreamListener;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.testkit.RootLocale;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Streams that keep state, over several updates of one pipeline. */
@ExtendWith(RootLocale.class)
class StatefulStreamTest {
  private static final String EVENTS =
      """
      CREATE OR REFRESH STREAMING TABLE events AS
      SELECT id, ts FROM STREAM read_files('/Volumes/main/default/landing/events', format => 'json',
        schema => 'id STRING, ts TIMESTAMP');
      """;

  private static final String WINDOWS =
      EVENTS
          + """
          CREATE OR REFRESH STREAMING TABLE counts AS
          SELECT date_format(window.start, 'HH:mm') AS start, count(*) AS n
          FROM STREAM events WATERMARK ts DELAY OF INTERVAL 10 MINUTES
          GROUP BY window(ts, '10 minutes');
          """;

  private static final String SIDES =
      """
      CREATE OR REFRESH STREAMING TABLE lefts AS
      SELECT id, ts FROM STREAM read_files('/Volumes/main/default/landing/lefts', format => 'json',
        schema => 'id STRING, ts TIMESTAMP');
      CREATE OR REFRESH STREAMING TABLE rights AS
      SELECT id, ts FROM STREAM read_files('/Volumes/main/default/landing/rights', format => 'json',
        schema => 'id STRING, ts TIMESTAMP');
      """;

  private static final String OUTER_JOIN =
      """
      CREATE OR REFRESH STREAMING TABLE joined AS
      SELECT l.id, date_format(l.ts, 'HH:mm') AS l, date_format(r.ts, 'HH:mm') AS r
      FROM STREAM lefts %1$s AS l
      LEFT JOIN STREAM rights %1$s AS r
      ON l.id = r.id AND r.ts BETWEEN l.ts AND l.ts + INTERVAL 10 MINUTES;
      """;

  @TempDir Path folder;

  @Test
  void A5_aStatefulQueryOverFilesGoesOnWithNewColumns() {
    StreamProject project =
        StreamProject.of(
                folder,
                """
                CREATE OR REFRESH STREAMING TABLE counts AS
                SELECT date_format(window.start, 'HH:mm') AS start, count(*) AS n
                FROM (SELECT *, CAST(t AS TIMESTAMP) AS ts
                      FROM STREAM read_files('/Volumes/main/default/landing/raw', format => 'json'))
                WATERMARK ts DELAY OF INTERVAL 10 MINUTES
                GROUP BY window(ts, '10 minutes');
                """)
            .withSources("raw");
    project.land("raw", "{\"t\":\"2026-01-01T12:01:00Z\"}", "{\"t\":\"2026-01-01T12:04:00Z\"}");
    assertThat(project.update().state()).isEqualTo(UpdateState.COMPLETED);
    project.land("raw", "{\"t\":\"2026-01-01T12:05:00Z\",\"more\":1}");
    project.land("raw", "{\"t\":\"2026-01-01T12:40:00Z\",\"other\":\"x\"}");
    UpdateResult second = project.update();
    assertThat(second.tables()).allSatisfy(t -> assertThat(t.problem()).isEmpty());
    project.land("raw", "{\"t\":\"2026-01-01T12:50:00Z\"}");
    project.update();
    assertThat(project.rows("SELECT * FROM counts")).containsExactly("[12:00, 3]");
    assertThat(project.events("stream_progress").get(0))
        .contains("\"batchId\":0", "\"stateOperators\":[{", "\"numRowsTotal\"")
        .doesNotContain("\"inputRowsPerSecond\"");
    assertThat(project.events("flow_progress"))
        .filteredOn(event -> event.contains("SCHEMA_CHANGE"))
        .hasSize(1);
  }

  @Test
  void EXP_9_aBrokenFailRuleShowsTheRowsThatCameOutOfTheState() {
    StreamProject project =
        StreamProject.of(
                folder,
                WINDOWS.replace(
                    "STREAMING TABLE counts AS",
                    "STREAMING TABLE counts (CONSTRAINT few EXPECT (n < 2) ON VIOLATION FAIL"
                        + " UPDATE) AS"))
            .withSources("events");
    update(project, "events", "12:01", "12:04", "12:17");
    project.land("events", event("x", "12:40"));
    Problem problem = project.update().tables().get(1).problem().orElseThrow();
    assertThat(problem.code()).isEqualTo(ProblemCode.EXPECTATION_VIOLATION);
    assertThat(problem.message())
        .contains("1 row broke the expectation `few`", "The row: {\"start\":\"12:00\",\"n\":2}");
    assertThat(problem.where().orElseThrow().text()).isEqualTo("n < 2");
    assertThat(project.rows("SELECT * FROM counts")).isEmpty();

    project.define(WINDOWS);
    project.update();
    assertThat(project.rows("SELECT * FROM counts ORDER BY 1"))
        .containsExactly("[12:00, 2]", "[12:10, 1]");
  }

  @Test
  void STR_01_B61_tumblingWindowsCloseWhenTheWatermarkPassesThemInALaterUpdate() {
    StreamProject project = StreamProject.of(folder, WINDOWS).withSources("events");

    update(project, "events", "12:01", "12:04", "12:17");
    assertThat(project.rows("SELECT * FROM counts")).isEmpty();

    update(project, "events", "12:09:59", "12:20");
    assertThat(project.rows("SELECT * FROM counts")).containsExactly("[12:00, 3]");

    update(project, "events", "12:05", "12:15");
    assertThat(project.rows("SELECT * FROM counts")).containsExactly("[12:00, 3]");
    assertThat(project.events("flow_progress"))
        .filteredOn(event -> event.contains("num_rows_dropped_by_watermark"))
        .singleElement()
        .asString()
        .contains("\"num_rows_dropped_by_watermark\":1")
        .contains("\"WARN\"");

    update(project, "events", "12:31");
    assertThat(project.rows("SELECT * FROM counts ORDER BY 1"))
        .containsExactly("[12:00, 3]", "[12:10, 2]");

    UpdateResult idle = project.update();
    assertThat(idle.changedAnything()).isFalse();
  }

  @Test
  void rowsThatLeaveTheStateInALaterBatchHaveBeenRead() {
    StreamProject project = StreamProject.of(folder, WINDOWS).withSources("events");
    update(project, "events", "12:01", "12:17");

    UpdateResult second = update(project, "events", "12:09:59", "12:40", "12:41");

    assertThat(second.tables().get(1).counts().written()).isEqualTo(2);
    assertThat(second.tables().get(1).counts().read()).isEqualTo(3);
  }

  @Test
  void slidingWindowsHoldARowSeveralTimes() {
    StreamProject project =
        StreamProject.of(
            folder,
            WINDOWS.replace("window(ts, '10 minutes')", "window(ts, '10 minutes', '5 minutes')"));

    update(project, "events", "12:01", "12:07", "12:40");

    assertThat(project.rows("SELECT * FROM counts ORDER BY 1"))
        .containsExactly("[11:55, 1]", "[12:00, 2]", "[12:05, 1]");
  }

  @Test
  void STR_02_aSessionGrowsByARowThatBridgesTwo() {
    StreamProject project =
        StreamProject.of(
            folder,
            EVENTS
                + """
                CREATE OR REFRESH STREAMING TABLE sessions AS
                SELECT id, date_format(session_window.start, 'HH:mm') AS s, date_format(session_window.end, 'HH:mm') AS e,
                  count(*) AS n
                FROM STREAM events WATERMARK ts DELAY OF INTERVAL 5 MINUTES
                GROUP BY session_window(ts, '5 minutes'), id;
                """);

    project.land("events", event("a", "10:00"), event("a", "10:04"), event("a", "10:10"));
    good(project.update());
    assertThat(project.rows("SELECT * FROM sessions")).isEmpty();
    project.land("events", event("a", "10:07"), event("b", "10:40"));
    good(project.update());

    assertThat(project.rows("SELECT * FROM sessions")).containsExactly("[a, 10:00, 10:15, 4]");
  }

  @Test
  void STR_04_eachSidesWatermarkIsRememberedBetweenUpdates() {
    String mark = "WATERMARK ts DELAY OF INTERVAL 5 MINUTES";
    StreamProject project =
        StreamProject.of(folder, SIDES + OUTER_JOIN.formatted(mark)).withSources("lefts", "rights");
    project.land("lefts", event("1", "10:00"), event("2", "10:00"));
    project.land("rights", event("1", "10:03"));
    good(project.update());
    assertThat(project.rows("SELECT * FROM joined")).containsExactly("[1, 10:00, 10:03]");

    project.land("lefts", event("9", "10:30"));
    good(project.update());
    assertThat(project.rows("SELECT * FROM joined")).hasSize(1);

    project.land("rights", event("8", "10:30"));
    good(project.update());

    assertThat(project.rows("SELECT * FROM joined ORDER BY 1"))
        .containsExactly("[1, 10:00, 10:03]", "[2, 10:00, null]");
    good(project.update());
    assertThat(project.rows("SELECT * FROM joined")).hasSize(2);
  }

  @Test
  void anOuterJoinOfStreamsWithoutWatermarkIsRefusedBeforeAnythingRuns() {
    StreamProject project =
        StreamProject.of(folder, SIDES + OUTER_JOIN.formatted("")).withSources("lefts", "rights");
    project.land("lefts", event("1", "10:00"));

    expectRefusal(project, "watermark");
  }

  private void expectRefusal(StreamProject project, String reason) {
    assertThatThrownBy(project::update)
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> {
              assertThat(e.problems().get(0).code()).isEqualTo(ProblemCode.UNSUPPORTED_BY_ENGINE);
              assertThat(e.problems().get(0).message()).contains(reason);
              assertThat(e.problems().get(0).where()).isPresent();
            });
    assertThat(folder.resolve(".lakeward/warehouse")).doesNotExist();
  }

  @Test
  void EXCEPTOfAStreamIsRefusedBeforeAnythingRuns() {
    StreamProject project =
        StreamProject.of(
                folder,
                SIDES
                    + "CREATE STREAMING TABLE t AS SELECT id FROM STREAM lefts EXCEPT SELECT"
                    + " '1';\n")
            .withSources("lefts", "rights");
    project.land("lefts", event("1", "10:00"));

    expectRefusal(project, "LEFT ANTI JOIN");
  }

  @Test
  void anInnerJoinOfStreamsMatchesRowsOfDifferentUpdatesAndWarnsOfItsMemory() {
    StreamProject project =
        StreamProject.of(
                folder,
                SIDES
                    + """
                    CREATE OR REFRESH STREAMING TABLE joined AS
                    SELECT l.id, date_format(r.ts, 'HH:mm') AS r FROM STREAM lefts AS l JOIN STREAM rights AS r ON l.id = r.id;
                    """)
            .withSources("lefts", "rights");
    project.land("lefts", event("1", "10:00"), event("2", "10:00"));
    good(project.update());
    project.land("rights", event("2", "09:00"), event("3", "09:00"));
    good(project.update());

    assertThat(project.rows("SELECT * FROM joined")).containsExactly("[2, 09:00]");
    assertThat(project.events("planning_information"))
        .anyMatch(
            event -> event.contains("unbounded_state") && event.contains("joins two streams"));
  }

  @Test
  void STR_05_distinctRowsOfAStreamComeOnce() {
    StreamProject project =
        StreamProject.of(
            folder,
            EVENTS
                + "CREATE OR REFRESH STREAMING TABLE ids AS SELECT DISTINCT id FROM STREAM"
                + " events;");
    project.land("events", event("1", "10:00"), event("1", "10:05"));
    good(project.update());
    project.land("events", event("2", "10:25"), event("1", "10:20"));
    good(project.update());

    assertThat(project.rows("SELECT * FROM ids ORDER BY 1")).containsExactly("[1]", "[2]");
  }

  @Test
  void filesCanBeReadWithoutATableBetween() {
    StreamProject project =
        StreamProject.of(
            folder,
            """
            CREATE OR REFRESH STREAMING TABLE ids AS SELECT DISTINCT id
            FROM STREAM read_files('/Volumes/main/default/landing/events', format => 'json', schema => 'id STRING',
              maxFilesPerTrigger => 1);
            """);
    project.land("events", event("1", "10:00"), event("1", "10:00"));
    project.land("events", event("2", "10:00"));
    good(project.update());
    assertThat(project.rows("SELECT * FROM ids ORDER BY 1")).containsExactly("[1]", "[2]");
    project.land("events", event("3", "10:00"));
    project.land("events", event("1", "10:00"));
    UpdateResult second = project.update();

    good(second);
    // The file whose row is known already gives nothing to write, and was read all the same.
    assertThat(second.tables().get(0).counts().read()).isEqualTo(2);
    assertThat(project.rows("SELECT * FROM ids ORDER BY 1")).containsExactly("[1]", "[2]", "[3]");
    assertThat(project.update().changedAnything()).isFalse();
  }

  @Test
  void groupsWithoutAWatermarkAreWrittenAnewWithEachUpdate() {
    StreamProject project =
        StreamProject.of(
            folder,
            EVENTS
                + "CREATE OR REFRESH STREAMING TABLE totals AS SELECT id, count(*) AS n FROM STREAM"
                + " events GROUP BY id;");
    project.land("events", event("1", "10:00"), event("2", "10:05"));
    good(project.update());
    project.land("events", event("1", "11:00"));
    good(project.update());

    assertThat(project.rows("SELECT * FROM totals ORDER BY 1")).containsExactly("[1, 2]", "[2, 1]");
  }

  @Test
  void aStreamWithStateJoinsATableAsItIsNow() {
    StreamProject project =
        StreamProject.of(
            folder,
            EVENTS
                + """
                CREATE OR REFRESH MATERIALIZED VIEW names AS SELECT * FROM VALUES ('1', 'one'), ('2', 'two') AS v (id, name);
                CREATE OR REFRESH STREAMING TABLE counts AS
                SELECT name, date_format(window.start, 'HH:mm') AS start, count(*) AS n
                FROM STREAM events WATERMARK ts DELAY OF INTERVAL 0 MINUTES JOIN names USING (id)
                GROUP BY name, window(ts, '10 minutes');
                """);
    project.land(
        "events",
        event("1", "10:00"),
        event("2", "10:01"),
        event("1", "10:02"),
        event("2", "10:20"));
    good(project.update());

    assertThat(project.rows("SELECT * FROM counts ORDER BY 1"))
        .containsExactly("[one, 10:00, 2]", "[two, 10:00, 1]");
  }

  @Test
  void aBatchThatDiedAfterItsCommitIsNotCommittedTwice() {
    StreamProject project = StreamProject.of(folder, WINDOWS);
    update(project, "events", "12:01", "12:17");
    project.onStream = DyingAfterCommit::new;
    project.land("events", event("x", "12:20"));
    UpdateResult failed = project.update();
    assertThat(failed.state()).isEqualTo(UpdateState.FAILED);
    assertThat(project.rows("SELECT * FROM counts")).containsExactly("[12:00, 1]");

    project.onStream = listener -> listener;
    update(project, "events", "12:41");

    assertThat(project.rows("SELECT * FROM counts ORDER BY 1"))
        .containsExactly("[12:00, 1]", "[12:10, 1]", "[12:20, 1]");
  }

  @Test
  void aFullRefreshForgetsTheState() {
    StreamProject project = StreamProject.of(folder, WINDOWS);
    update(project, "events", "12:01", "12:31");
    good(project.update(new UpdateRequest(List.of(), List.of("counts"), false, true)));

    assertThat(project.rows("SELECT * FROM counts")).containsExactly("[12:00, 1]");
  }

  @Test
  void aQueryThatBeginsOrCeasesToKeepStateHasToStartOver() {
    String plain = "CREATE OR REFRESH STREAMING TABLE ids AS SELECT id FROM STREAM events;";
    StreamProject project = StreamProject.of(folder, EVENTS + plain);
    project.land("events", event("1", "10:00"));
    good(project.update());

    project.define(EVENTS + plain.replace("SELECT id", "SELECT DISTINCT id"));
    UpdateResult refused = project.update();

    assertThat(refused.state()).isEqualTo(UpdateState.FAILED);
    assertThat(refused.tables().get(1).problem()).isPresent();
    assertThat(refused.tables().get(1).problem().orElseThrow().fix().orElseThrow())
        .contains("--full-refresh ids");
  }

  private static UpdateResult update(StreamProject project, String source, String... times) {
    project.land(source, Arrays.stream(times).map(time -> event("x", time)).toArray(String[]::new));
    UpdateResult result = project.update();
    good(result);
    return result;
  }

  private static void good(UpdateResult result) {
    assertThat(result.state())
        .as(() -> result.tables().toString())
        .isEqualTo(UpdateState.COMPLETED);
  }

  private static String event(String id, String time) {
    return "{\"id\":\"%s\",\"ts\":\"2026-01-01T%sZ\"}"
        .formatted(id, time.length() == 5 ? time + ":00" : time);
  }

  private record DyingAfterCommit(StreamListener listener) implements StreamListener {
    @Override
    public void filesWritten() {
      listener.filesWritten();
    }

    @Override
    public void committed(long batch, WriteResult result) {
      throw new IllegalStateException("died after the commit");
    }
  }
}
