/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The event log as a table, after real updates. */
class EventLogQueriesTest {
  private static final String PIPELINE =
      """
      CREATE OR REFRESH STREAMING TABLE t (
        CONSTRAINT a EXPECT (x > 0),
        CONSTRAINT b EXPECT (id IS NOT NULL) ON VIOLATION DROP ROW
      ) AS SELECT * FROM STREAM read_files('/Volumes/main/raw/in/', format => 'json', schema => 'id INT, x INT');
      CREATE OR REFRESH MATERIALIZED VIEW m AS SELECT count(*) AS n FROM t;
      """;

  @TempDir Path folder;
  private QualityProject project;

  @BeforeEach
  void firstUpdate() {
    project = new QualityProject(folder).settings("name: quality-tests\n").sql(PIPELINE);
    project.land("a.json", "{\"id\":1,\"x\":1}", "{\"id\":2,\"x\":2}", "{\"id\":3,\"x\":-3}");
    project.run();
  }

  @Test
  void EV_01_colonPathsWorkOnTheTextOfDetails() {
    assertThat(
            project.rows(
                """
                SELECT details:flow_progress.metrics.num_output_rows, details:flow_progress.status
                FROM event_log('quality-tests')
                WHERE details:flow_progress.status = "COMPLETED" AND origin.flow_name LIKE '%.t'
                """))
        .containsExactly("[3, COMPLETED]");
    assertThat(
            project.rows(
                "SELECT DISTINCT details:flow_progress:metrics:num_output_rows FROM event_log(pipeline_id => 'quality-tests') WHERE details:flow_progress:metrics IS NOT NULL ORDER BY 1"))
        .containsExactly("[1]", "[3]");
    assertThat(
            project.rows(
                "SELECT typeof(details), typeof(timestamp), typeof(level) FROM event_log('quality-tests') LIMIT 1"))
        .containsExactly("[string, timestamp, string]");
  }

  @Test
  void EV_03_theExpectationsCanBeExploded() {
    assertThat(
            project.rows(
                """
                SELECT e.name, e.dataset, e.passed_records, e.failed_records FROM (
                  SELECT explode(from_json(details:flow_progress.data_quality.expectations,
                      'array<struct<dataset string, failed_records bigint, name string, passed_records bigint>>')) AS e
                  FROM event_log(TABLE(t)) WHERE event_type = 'flow_progress')
                ORDER BY 1
                """))
        .containsExactly("[a, main.default.t, 2, 1]", "[b, main.default.t, 3, 0]");
    assertThat(
            project.rows(
                "SELECT details:flow_progress.data_quality.dropped_records FROM event_log(TABLE(main.default.t)) WHERE details:flow_progress.data_quality IS NOT NULL"))
        .containsExactly("[0]");
  }

  @Test
  void EV_04_theFailureRateOverAllRunsCountsEachRowOnce() {
    project.land("b.json", "{\"id\":4,\"x\":-1}", "{\"id\":5,\"x\":1}");
    project.run();
    project.run();
    assertThat(
            project.rows(
                """
                WITH exp AS (SELECT explode(from_json(details:flow_progress.data_quality.expectations,
                    'array<struct<name:string,dataset:string,passed_records:bigint,failed_records:bigint>>')) AS e
                  FROM event_log('quality-tests') WHERE event_type = 'flow_progress')
                SELECT e.name, sum(e.failed_records) / sum(e.failed_records + e.passed_records) * 100
                FROM exp WHERE e.name = 'a' GROUP BY e.name
                """))
        .containsExactly("[a, 40.0]");
  }

  @Test
  void EV_06_theLatestUpdateCanBeSelected() {
    project.land("b.json", "{\"id\":4,\"x\":4}");
    String second = project.run().updateId();
    assertThat(
            project.rows(
                """
                WITH latest AS (SELECT origin.update_id AS id FROM event_log('quality-tests')
                                WHERE event_type = 'create_update' ORDER BY timestamp DESC LIMIT 1)
                SELECT DISTINCT e.origin.update_id, details:flow_progress.metrics.num_output_rows
                FROM event_log('quality-tests') e JOIN latest ON e.origin.update_id = latest.id
                WHERE origin.flow_name LIKE '%.t' AND details:flow_progress.metrics IS NOT NULL
                """))
        .containsExactly("[" + second + ", 1]");
    assertThat(
            project.rows(
                """
                SELECT count(*) FROM (
                  SELECT id, timestamp, sequence.control_plane_seq_no AS n,
                         lag(id) OVER (ORDER BY sequence.control_plane_seq_no) AS before_id,
                         lag(timestamp) OVER (ORDER BY sequence.control_plane_seq_no) AS before_time
                  FROM event_log('quality-tests'))
                WHERE before_id >= id OR before_time >= timestamp
                """))
        .containsExactly("[0]");
  }

  @Test
  void LOG_theColumnsAreThoseOfLakeflow() {
    assertThat(
            project
                .result("SELECT * FROM event_log('quality-tests') LIMIT 1")
                .schema()
                .fieldNames())
        .containsExactly(
            "id",
            "sequence",
            "origin",
            "timestamp",
            "message",
            "level",
            "maturity_level",
            "error",
            "details",
            "event_type");
    assertThat(
            project.rows(
                """
                SELECT DISTINCT origin.pipeline_name, origin.pipeline_type, origin.engine, origin.user IS NOT NULL,
                       origin.cloud, maturity_level IS NOT NULL
                FROM event_log('quality-tests') WHERE event_type = 'flow_progress'
                """))
        .containsExactly("[quality-tests, WORKSPACE, embedded, true, null, true]");
  }

  @Test
  void LOG_3_aFlowKeepsItsIdUntilAFullRefresh() {
    project.run();
    String ids =
        "SELECT count(DISTINCT origin.flow_id) FROM event_log('quality-tests') WHERE origin.flow_name = 'main.default.t' AND details:flow_progress.status = 'COMPLETED'";
    assertThat(project.rows(ids)).containsExactly("[1]");
    project.run(new UpdateRequest(List.of(), List.of("t"), false, true));
    assertThat(project.rows(ids)).containsExactly("[2]");
  }

  @Test
  void EV_6_lineageFollowsFromTheDefinitions() {
    assertThat(
            project.rows(
                """
                SELECT details:flow_definition.output_dataset AS output,
                       details:flow_definition.input_datasets AS inputs,
                       details:flow_definition.flow_type AS type
                FROM event_log('quality-tests') WHERE details:flow_definition IS NOT NULL ORDER BY 1
                """))
        .containsExactly(
            "[main.default.m, [{\"name\":\"main.default.t\",\"kind\":\"TABLE\"}], MATERIALIZED_VIEW]",
            "[main.default.t, [{\"name\":\"/Volumes/main/raw/in/\",\"kind\":\"FILES\"}], APPEND]");
  }

  @Test
  void EVT_theStatesOfAnUpdateAndItsFlowsAreToldInOrder() {
    assertThat(states("update_progress", "state", "true"))
        .containsExactly(
            "QUEUED",
            "CREATED",
            "WAITING_FOR_RESOURCES",
            "INITIALIZING",
            "SETTING_UP_TABLES",
            "RUNNING",
            "COMPLETED");
    assertThat(states("flow_progress", "status", "origin.flow_name = 'main.default.t'"))
        .containsExactly("QUEUED", "STARTING", "RUNNING", "COMPLETED");
    assertThat(
            project.rows(
                "SELECT event_type, count(*) FROM event_log('quality-tests') WHERE event_type NOT IN ('flow_progress', 'update_progress') GROUP BY 1 ORDER BY 1"))
        .containsExactly(
            "[create_update, 1]",
            "[dataset_definition, 2]",
            "[flow_definition, 2]",
            "[operation_progress, 2]",
            "[planning_information, 3]",
            "[runtime_details, 1]",
            "[stream_progress, 1]",
            "[user_action, 2]");
  }

  private List<String> states(String type, String field, String condition) {
    return project
        .rows(
            "SELECT details:%s.%s FROM event_log('quality-tests') WHERE event_type = '%s' AND %s ORDER BY sequence.control_plane_seq_no"
                .formatted(type, field, type, condition))
        .stream()
        .map(row -> row.substring(1, row.length() - 1))
        .toList();
  }

  @Test
  void EV_5_aFailureHasItsErrorWithStack() {
    project.sql(
        """
        CREATE OR REFRESH MATERIALIZED VIEW broken (CONSTRAINT never EXPECT (one > 1) ON VIOLATION FAIL UPDATE) AS SELECT 1 AS one;
        """);
    project.run();
    assertThat(
            project.rows(
                """
                SELECT error.fatal, error.exceptions[0].error_class, size(error.exceptions[0].stack) > 0,
                       message LIKE '%main.default.broken%FAILED%', level
                FROM event_log('quality-tests') WHERE details:flow_progress.status = 'FAILED'
                """))
        .containsExactly("[true, EXPECTATION_VIOLATION, true, true, ERROR]");
  }

  @Test
  void EV_2_eachBatchTellsWhatIsLeft() {
    project.sql(PIPELINE.replace("format =>", "maxFilesPerTrigger => 1, format =>"));
    for (String name : List.of("b", "c", "d")) {
      project.land(name + ".json", "{\"id\":1,\"x\":1}");
    }
    project.run();
    assertThat(
            project.rows(
                """
                SELECT details:flow_progress.metrics.backlog_files, details:flow_progress.metrics.backlog_bytes,
                       CAST(details:flow_progress.metrics.executor_time_ms AS INT) >= 0,
                       CAST(details:flow_progress.metrics.executor_cpu_time_ms AS INT) >= 0,
                       CAST(details:flow_progress.metrics.backlog_seconds AS INT) >= 0
                FROM event_log('quality-tests')
                WHERE origin.flow_name = 'main.default.t' AND details:flow_progress.metrics.num_output_rows = '1'
                ORDER BY sequence.control_plane_seq_no
                """))
        .containsExactly(
            "[2, 30, true, true, true]", "[1, 15, true, true, true]", "[0, 0, true, true, true]");
  }

  @Test
  void EV_aPipelinesOwnQueriesMayReadItsLog() {
    project.sql(
        PIPELINE
            + """
            CREATE OR REFRESH MATERIALIZED VIEW runs AS
              SELECT origin.update_id AS id, count(*) AS events FROM event_log('quality-tests')
              WHERE event_type = 'create_update' GROUP BY 1;
            """);
    assertThat(QualityProject.table(project.run(), "runs").problem()).isEmpty();
    assertThat(project.rows("SELECT count(*) FROM runs")).containsExactly("[2]");
    project.run();
    assertThat(project.rows("SELECT count(*) FROM runs")).containsExactly("[3]");
  }

  @Test
  void EV_aLineThatACrashCutOffIsNoEvent() throws Exception {
    long before =
        (Long)
            project.result("SELECT count(*) FROM event_log('quality-tests')").rows().get(0).get(0);
    try (Stream<Path> files = Files.walk(folder.resolve(".lakeward/pipelines"))) {
      Path newest =
          files
              .filter(f -> f.toString().endsWith(".jsonl"))
              .max(Comparator.naturalOrder())
              .orElseThrow();
      Files.writeString(newest, "{\"id\":\"half\",\"message\":\"cut", StandardOpenOption.APPEND);
    }
    assertThat(project.rows("SELECT count(*) FROM event_log('quality-tests')"))
        .containsExactly("[" + before + "]");
    project.run();
    assertThat(
            project.rows(
                "SELECT count(*) FROM event_log('quality-tests') WHERE id IS NULL OR message IS NULL"))
        .containsExactly("[0]");
  }

  @Test
  void EV_anUnknownPipelineOrTableIsToldWithASuggestion() {
    Problem pipeline = complaint("SELECT 1 FROM event_log('quality-test')");
    assertThat(pipeline.code()).isEqualTo(ProblemCode.TABLE_OR_VIEW_NOT_FOUND);
    assertThat(pipeline.fix().orElseThrow()).contains("quality-tests");
    assertThat(pipeline.where().orElseThrow().column()).isEqualTo(15);
    assertThat(
            catchThrowableOfType(
                    ProjectException.class,
                    () -> project.rows("SELECT 1 FROM event_log(TABLE(tt))"))
                .problems())
        .extracting(Problem::code)
        .containsExactly(ProblemCode.TABLE_OR_VIEW_NOT_FOUND);
    assertThat(complaint("SELECT 1 FROM event_log()").fix().orElseThrow())
        .contains("event_log(TABLE(");
    assertThat(complaint("SELECT 1 FROM STREAM event_log('quality-tests')").code())
        .isEqualTo(ProblemCode.NOT_SUPPORTED_YET);
  }

  private Problem complaint(String query) {
    return catchThrowableOfType(ProjectException.class, () -> project.rows(query))
        .problems()
        .get(0);
  }
}
