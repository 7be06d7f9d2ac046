/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.update.UpdateListener;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What single types of events carry, after real updates. */
class EventTypesTest {
  private static final String STREAM =
      "CREATE OR REFRESH STREAMING TABLE t AS SELECT * FROM STREAM"
          + " read_files('/Volumes/main/raw/in/', format => 'json', schema => 'id INT',"
          + " maxFilesPerTrigger => 1);\n";

  @TempDir Path folder;
  private QualityProject project;

  @BeforeEach
  void project() {
    project = new QualityProject(folder).settings("name: p\n").sql(STREAM);
    project.land("a.json", "{\"id\":1}").land("b.json", "{\"id\":2}", "{\"id\":3}");
  }

  @Test
  void EVT_2_whatAPersonDidIsTold() {
    project.run();
    project.run();
    assertThat(details("user_action", "action")).containsExactly("CREATE", "START", "START");
    try (PipelineEngine pipeline = project.open()) {
      pipeline.delete(true);
    }
    assertThat(details("user_action", "action"))
        .containsExactly("CREATE", "START", "START", "DELETE");
  }

  @Test
  void EVT_4_anUpdateThatIsRefusedHasItsEventsWithEveryProblem() {
    project.run();
    int before = project.events("update_progress").size();
    project.sql(
        "CREATE OR REFRESH MATERIALIZED VIEW m AS SELECT nope, 1 FROM t;\n"
            + STREAM
            + "CREATE OR REFRESH MATERIALIZED VIEW n AS SELECT * FROM missing;\n");
    assertThatThrownBy(project::run).isInstanceOf(ProjectException.class);
    assertThat(details("update_progress", "state").subList(before, before + 5))
        .containsExactly("QUEUED", "CREATED", "WAITING_FOR_RESOURCES", "INITIALIZING", "FAILED");
    assertThat(project.events("create_update")).hasSize(2);
    JsonNode failed = project.events("update_progress").get(before + 4);
    assertThat(failed.path("level").asText()).isEqualTo("ERROR");
    assertThat(failed.at("/error/exceptions").findValuesAsText("error_class"))
        .containsExactly("UNRESOLVED_COLUMN", "TABLE_OR_VIEW_NOT_FOUND");
    assertThat(failed.at("/error/exceptions").findValuesAsText("sql_state"))
        .containsExactly("42703", "42P01");
    assertThat(failed.at("/error/exceptions/0/location").asText())
        .isEqualTo("transformations/pipeline.sql:1:49");
    assertThat(folder.resolve(".lakeward/warehouse/main/default/n")).doesNotExist();
    assertThat(
            project.rows(
                "SELECT error.exceptions[1].sql_state FROM event_log('p') WHERE error IS NOT NULL"))
        .containsExactly("[42P01]");
  }

  @Test
  void EVT_4_aProjectThatHasNeverRunIsLeftAsItIs() {
    project.sql("CREATE OR REFRESH MATERIALIZED VIEW m AS SELECT nope FROM t;\n");
    assertThatThrownBy(project::run).isInstanceOf(ProjectException.class);
    assertThat(folder.resolve(".lakeward/pipelines")).doesNotExist();
  }

  @Test
  void EVT_4_validationAloneWritesNothing() {
    project.sql("CREATE OR REFRESH MATERIALIZED VIEW m AS SELECT nope FROM t;\n");
    try (PipelineEngine pipeline = project.open()) {
      assertThatThrownBy(pipeline::validate).isInstanceOf(ProjectException.class);
    }
    assertThat(folder.resolve(".lakeward/pipelines")).doesNotExist();
  }

  @Test
  void EVT_4_anUpdateThatIsStoppedBeforeItsEndIsCanceled() {
    try (PipelineEngine pipeline = project.open()) {
      pipeline.requestStop();
      assertThat(pipeline.run(UpdateRequest.all(), UpdateListener.none()).state())
          .isEqualTo(UpdateState.CANCELED);
    }
    assertThat(details("update_progress", "state")).endsWith("RUNNING", "STOPPING", "CANCELED");
    assertThat(details("user_action", "action")).endsWith("STOP");
    assertThat(details("flow_progress", "status")).containsExactly("QUEUED", "SKIPPED");
    project.run();
    assertThat(project.rows("SELECT count(*) FROM t")).containsExactly("[3]");
  }

  @Test
  void EVT_6_viewsAreDefinedTooWithWhatTheyRead() {
    project.sql(
        STREAM
            + """
            CREATE TEMPORARY VIEW files AS SELECT * FROM read_files('/Volumes/main/raw/in/', format => 'json');
            CREATE VIEW published AS SELECT id FROM t WHERE id > 1;
            """);
    project.run();
    assertThat(
            project.rows(
                """
                SELECT details:flow_definition.output_dataset, details:flow_definition.flow_type,
                       details:flow_definition.input_datasets
                FROM event_log('p') WHERE event_type = 'flow_definition' AND origin.dataset_name NOT LIKE '%.t' ORDER BY 1
                """))
        .containsExactly(
            "[main.default.files, VIEW, [{\"name\":\"/Volumes/main/raw/in/\",\"kind\":\"FILES\"}]]",
            "[main.default.published, VIEW, [{\"name\":\"main.default.t\",\"kind\":\"TABLE\"}]]");
  }

  @Test
  void EVT_8_eachSourceOfAFlowTellsWhatItHasLeft() {
    project.land("c.json", "{\"id\":4}");
    project.write("volumes/main/raw/more/d.json", "{\"id\":5}\n");
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE t AS
          SELECT id FROM STREAM read_files('/Volumes/main/raw/in/', format => 'json', maxFilesPerTrigger => 1)
          UNION ALL SELECT id FROM STREAM read_files('/Volumes/main/raw/more/', format => 'json');
        """);
    project.run();
    assertThat(
            project.events("flow_progress").stream()
                .map(e -> e.at("/details/flow_progress/metrics"))
                .filter(metrics -> metrics.has("source_metrics")))
        .extracting(
            metrics ->
                metrics.path("backlog_files").asLong()
                    + " = "
                    + sourceBacklog(metrics, 0)
                    + " + "
                    + sourceBacklog(metrics, 1))
        .containsExactly(
            "2 = 2 of /Volumes/main/raw/in#1 + 0 of /Volumes/main/raw/more#1",
            "1 = 1 of /Volumes/main/raw/in#1 + 0 of /Volumes/main/raw/more#1",
            "0 = 0 of /Volumes/main/raw/in#1 + 0 of /Volumes/main/raw/more#1");
  }

  private static String sourceBacklog(JsonNode metrics, int source) {
    JsonNode one = metrics.path("source_metrics").path(source);
    return one.path("backlog_files").asLong() + " of " + one.path("source_name").asText();
  }

  @Test
  void EVT_8_whatChangesDidIsCounted() {
    project.sql(
        """
        CREATE TEMPORARY VIEW src AS SELECT * FROM STREAM read_files('/Volumes/main/raw/in/', format => 'json', schema => 'id INT, v STRING, seq INT, op STRING');
        CREATE OR REFRESH STREAMING TABLE c;
        CREATE FLOW f AS AUTO CDC INTO c FROM STREAM(src) KEYS (id) APPLY AS DELETE WHEN op = 'D'
          SEQUENCE BY seq COLUMNS * EXCEPT (op, seq) STORED AS SCD TYPE 1;
        """);
    project.land("a.json", "{\"id\":1,\"v\":\"a\",\"seq\":2}", "{\"id\":2,\"v\":\"a\",\"seq\":2}");
    project.land("b.json", "{\"id\":3,\"v\":\"a\",\"seq\":2}");
    project.run();
    project.land(
        "c.json",
        "{\"id\":1,\"seq\":3,\"op\":\"D\"}",
        "{\"id\":2,\"v\":\"old\",\"seq\":1}",
        "{\"id\":3,\"v\":\"b\",\"seq\":3}",
        "{\"id\":3,\"v\":\"b\",\"seq\":3}");
    project.run();
    assertThat(
            project.rows(
                """
                SELECT details:flow_progress.metrics.num_upserted_rows, details:flow_progress.metrics.num_deleted_rows,
                       details:flow_progress.metrics.num_late_rows, details:flow_progress.metrics.num_ignored_rows
                FROM event_log('p') WHERE details:flow_progress.metrics.num_upserted_rows IS NOT NULL
                ORDER BY sequence.control_plane_seq_no
                """))
        .containsExactly("[3, 0, 0, 0]", "[1, 1, 1, 1]");
  }

  @Test
  void EVT_9_howAViewIsRefreshedIsToldWithTheReason() {
    project.sql(STREAM + "CREATE OR REFRESH MATERIALIZED VIEW m AS SELECT count(*) AS n FROM t;\n");
    project.run();
    project.run();
    project.land("c.json", "{\"id\":4}");
    project.run();
    assertThat(
            project.rows(
                """
                SELECT details:planning_information.technique_information[0].maintenance_type,
                       details:planning_information.technique_information[0].incrementalization_issues[0].issue_type
                FROM event_log('p') WHERE details:planning_information.technique_information IS NOT NULL
                ORDER BY sequence.control_plane_seq_no
                """))
        .containsExactly(
            "[MAINTENANCE_TYPE_COMPLETE_RECOMPUTE, null]",
            "[MAINTENANCE_TYPE_NO_OP, null]",
            "[MAINTENANCE_TYPE_COMPLETE_RECOMPUTE, DATA_HAS_CHANGED]");
  }

  @Test
  void EVT_11_listingsOfFoldersAreTold() {
    project.run();
    project.land("c.json", "{\"id\":4}");
    project.run();
    assertThat(
            project.rows(
                """
                SELECT details:operation_progress.type, details:operation_progress.status,
                       details:operation_progress.auto_loader_details.source_path,
                       details:operation_progress.auto_loader_details.num_files_listed,
                       details:operation_progress.auto_loader_details.num_files_new,
                       details:operation_progress.duration_ms IS NULL
                FROM event_log('p') WHERE event_type = 'operation_progress' ORDER BY sequence.control_plane_seq_no
                """))
        .containsExactly(
            "[AUTO_LOADER_LISTING, STARTED, /Volumes/main/raw/in/, null, null, true]",
            "[AUTO_LOADER_LISTING, COMPLETED, /Volumes/main/raw/in/, 2, 2, false]",
            "[AUTO_LOADER_LISTING, STARTED, /Volumes/main/raw/in/, null, null, true]",
            "[AUTO_LOADER_LISTING, COMPLETED, /Volumes/main/raw/in/, 3, 1, false]");
  }

  @Test
  void EVT_12_eachBatchTellsWhereItBeganAndEnded() {
    project.run();
    List<JsonNode> events = project.events("stream_progress");
    assertThat(events).hasSize(2);
    JsonNode second = events.get(1).at("/details/stream_progress/progress");
    assertThat(second.path("batchId").asLong()).isEqualTo(1);
    assertThat(second.at("/sources/0/startOffset").asLong()).isEqualTo(1);
    assertThat(second.at("/sources/0/endOffset").asLong()).isEqualTo(2);
    assertThat(second.at("/sink/numOutputRows").asLong()).isEqualTo(2);
    assertThat(second.has("numInputRows")).isFalse();
    assertThat(events.get(1).at("/details/stream_progress/progress_json").asText())
        .isEqualTo(second.toString());
  }

  @Test
  void EVT_15_oldSpellingsAreToldWithTheirPlaceAndTheNewOnes() {
    project.sql(
        """
        CREATE OR REFRESH STREAMING LIVE TABLE t AS SELECT * FROM STREAM read_files('/Volumes/main/raw/in/', format => 'json', schema => 'id INT');
        -- LIVE TABLE
        CREATE OR REFRESH LIVE TABLE m AS SELECT 'LIVE.x' AS live, count(*) AS n FROM live.t;
        """);
    project.run();
    assertThat(
            project.rows(
                "SELECT details:deprecation.kind, details:deprecation.location, level FROM"
                    + " event_log('p') WHERE event_type = 'deprecation' ORDER BY"
                    + " sequence.control_plane_seq_no"))
        .containsExactly(
            "[LIVE TABLE, transformations/pipeline.sql:1:29, WARN]",
            "[LIVE TABLE, transformations/pipeline.sql:3:19, WARN]",
            "[LIVE., transformations/pipeline.sql:3:79, WARN]");
  }

  @Test
  void EV_2_aStreamOfATableTellsWhatItsLimitLeaves() {
    project.sql(
        STREAM
            + "CREATE OR REFRESH STREAMING TABLE u AS SELECT * FROM STREAM t WITH"
            + " (maxFilesPerTrigger = 1);\n");
    project.run(new UpdateRequest(List.of("t"), List.of(), false, true));
    project.land("c.json", "{\"id\":4}").land("d.json", "{\"id\":5}");
    project.run(new UpdateRequest(List.of("t", "u"), List.of(), false, true));
    project.land("e.json", "{\"id\":6}").land("f.json", "{\"id\":7}");
    project.run();
    assertThat(
            project.rows(
                """
                SELECT details:flow_progress.metrics.num_input_records, details:flow_progress.metrics.backlog_files,
                       CAST(details:flow_progress.metrics.backlog_bytes AS INT) > 0
                FROM event_log('p') WHERE details:flow_progress.metrics IS NOT NULL AND origin.flow_name LIKE '%.u'
                ORDER BY sequence.control_plane_seq_no
                """))
        .containsExactly("[5, 0, false]", "[1, 1, true]", "[1, 0, false]");
  }

  private List<String> details(String type, String field) {
    return project.events(type).stream()
        .map(e -> e.at("/details/" + type + "/" + field).asText())
        .toList();
  }
}
