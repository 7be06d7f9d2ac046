/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.quality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.engine.update.UpdateRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fields of events, one by one as the specification lists them. */
class EventFieldsTest {
  private static final String PIPELINE =
      """
      CREATE OR REFRESH STREAMING TABLE t AS SELECT * FROM STREAM read_files('/Volumes/main/raw/in/', format => 'json', schema => 'id INT', maxFilesPerTrigger => 1);
      CREATE TEMPORARY VIEW v (CONSTRAINT positive EXPECT (id > 0)) AS SELECT id FROM t;
      CREATE OR REFRESH MATERIALIZED VIEW m AS SELECT count(*) AS n FROM v;
      """;

  @TempDir Path folder;
  private QualityProject project;

  @BeforeEach
  void project() {
    project = new QualityProject(folder).settings("name: p\n").sql(PIPELINE);
    project.land("a.json", "{\"id\":1}").land("b.json", "{\"id\":22}");
  }

  @Test
  void EVT_1_theSettingsInForceAreTold_butNoSecrets() {
    project.settings(
        """
        name: p
        catalog: main
        development: true
        configuration: {a: b, "spark.hadoop.fs.s3a.Secret.Key": hushhush}
        event_log: {name: published}
        libraries:
          - glob: {include: transformations/**}
        notifications:
          - email_recipients: [me@example.org]
            alerts: [on-update-failure]
          - webhooks: ["https://hooks.example.org/services/secret"]
            alerts: [on-flow-failure]
        """);
    project.run();
    JsonNode config = project.events("create_update").get(0).at("/details/create_update/config");
    assertThat(config.path("id").asText())
        .isEqualTo(project.events("create_update").get(0).at("/origin/pipeline_id").asText());
    assertThat(config.path("name").asText()).isEqualTo("p");
    assertThat(config.path("engine").asText()).isEqualTo("auto");
    assertThat(config.at("/configuration/a").asText()).isEqualTo("b");
    assertThat(config.at("/libraries/0/glob/include").asText()).isEqualTo("transformations/**");
    assertThat(config.at("/event_log/name").asText()).isEqualTo("published");
    assertThat(config.at("/notifications/0/email_recipients/0").asText())
        .isEqualTo("me@example.org");
    assertThat(config.at("/notifications/1/webhooks/0").asText()).isEqualTo("hooks.example.org");
    assertThat(config.toString()).doesNotContain("secret").doesNotContain("hushhush");
  }

  @Test
  void EVT_3_theVersionsAreTold() {
    project.run();
    JsonNode details = project.events("runtime_details").get(0).at("/details/runtime_details");
    assertThat(details.path("spark_version").asText()).startsWith("4.");
    assertThat(details.path("dbr_version").asText())
        .startsWith("lakeward-")
        .isEqualTo(details.path("runtime_version").asText());
  }

  @Test
  void EVT_6_plansReadLikeSparks() {
    project.run();
    List<String> plans =
        project.events("flow_definition").stream()
            .map(e -> e.at("/details/flow_definition/explain_text").asText())
            .map(plan -> Pattern.compile("#\\d+").matcher(plan).replaceAll("#0"))
            .toList();
    String view =
        """
        CheckedRows main.default.v [positive (id#0 > 0) WARN]
        +- Project [id#0]
           +- SubqueryAlias main.default.t
              +- Relation main.default.t[id#0] delta
        """;
    assertThat(plans)
        .containsExactlyInAnyOrder(
            "~Project [id#0]\n+- StreamingRelation /Volumes/main/raw/in/[id#0] json\n",
            view,
            "Aggregate [count(1) AS n#0L]\n+- SubqueryAlias main.default.v\n   +- "
                + view.strip().replace("\n", "\n      ")
                + "\n");
  }

  @Test
  void LOG_3_theOriginNamesWhoRanWhatOnWhichEngine() {
    project.run();
    assertThat(
            project.rows(
                "SELECT DISTINCT origin.pipeline_name, origin.user, origin.dataset_name,"
                    + " origin.flow_name, origin.engine FROM event_log('p') WHERE event_type ="
                    + " 'planning_information' AND origin.flow_name LIKE '%.m'"))
        .containsExactly(
            "[p, %s, main.default.m, main.default.m, embedded]"
                .formatted(System.getProperty("user.name")));
  }

  @Test
  void EVT_8_timeIsToldByPhase() {
    project.run();
    assertThat(
            project.rows(
                "SELECT count(*), count_if(details:flow_progress.metrics.planning_time_ms::BIGINT"
                    + " >= 0 AND details:flow_progress.metrics.executor_time_ms::BIGINT >= 0) FROM"
                    + " event_log('p') WHERE details:flow_progress.status = 'COMPLETED' AND"
                    + " details:flow_progress.metrics.num_output_rows::BIGINT > 0"))
        .allMatch(row -> row.matches("\\[([1-9]\\d*), \\1\\]"));
  }

  @Test
  void LOG_3_eventsOfTablesNameTheTableAndDeltasId() {
    project.run();
    project.run();
    assertThat(
            project.rows(
                "SELECT origin.table_name, count(DISTINCT origin.table_id) FROM event_log('p')"
                    + " WHERE origin.flow_name IS NOT NULL AND origin.table_name IS NOT NULL GROUP"
                    + " BY 1 ORDER BY 1"))
        .containsExactly("[main.default.m, 1]", "[main.default.t, 1]");
    assertThat(
            project.rows(
                "SELECT count(*), count(origin.table_id) FROM event_log('p') WHERE origin.update_id"
                    + " = (SELECT max_by(origin.update_id, timestamp) FROM event_log('p')) AND"
                    + " origin.table_name IS NOT NULL"))
        .allMatch(row -> row.matches("\\[(\\d+), \\1\\]"));
    assertThat(
            project.rows(
                "SELECT count(*) FROM event_log('p') WHERE origin.dataset_name LIKE '%.v' AND"
                    + " origin.table_name IS NOT NULL"))
        .containsExactly("[0]");
  }

  @Test
  void EVT_8_bytesThatWereReadAreCounted_andRecordsThatAreLeft() {
    project.run(new UpdateRequest(List.of("t"), List.of(), false, true));
    project.sql(
        PIPELINE
            + "CREATE OR REFRESH STREAMING TABLE u AS SELECT * FROM STREAM t WITH"
            + " (maxFilesPerTrigger = 1, startingVersion = 0);\n");
    project.run();
    assertThat(
            project.rows(
                """
                SELECT details:flow_progress.metrics.num_input_bytes, details:flow_progress.metrics.backlog_records
                FROM event_log('p') WHERE details:flow_progress.metrics IS NOT NULL AND origin.flow_name LIKE '%.t'
                ORDER BY sequence.control_plane_seq_no
                """))
        .containsExactly("[9, null]", "[10, 0]");
    assertThat(
            project.rows(
                """
                SELECT CAST(details:flow_progress.metrics.num_input_bytes AS INT) > 100, details:flow_progress.metrics.backlog_records
                FROM event_log('p') WHERE details:flow_progress.metrics IS NOT NULL AND origin.flow_name LIKE '%.u'
                ORDER BY sequence.control_plane_seq_no
                """))
        .containsExactly("[true, 1]", "[true, 0]");
  }

  @Test
  void EVT_9_whatAViewIsMadeOfIsToldWithTheReasonsForItsRefresh() {
    project.run();
    project.sql(PIPELINE.replace("count(*) AS n", "count(*) + 1 AS n"));
    project.run();
    project.sql(PIPELINE.replace("count(*) AS n", "count(*) AS n, current_timestamp() AS at"));
    project.run();
    List<JsonNode> planned =
        project.events("planning_information").stream()
            .map(e -> e.at("/details/planning_information"))
            .filter(d -> d.has("technique_information"))
            .toList();
    JsonNode first = planned.get(0);
    assertThat(first.at("/source_table_information/0/table_name").asText())
        .isEqualTo("main.default.t");
    assertThat(first.at("/source_table_information/0/table_id").asText()).hasSize(36);
    assertThat(first.at("/source_table_information/0/full_size").asLong()).isPositive();
    assertThat(first.has("target_table_information")).isFalse();
    JsonNode issue = planned.get(1).at("/technique_information/0/incrementalization_issues/0");
    assertThat(issue.path("issue_type").asText()).isEqualTo("QUERY_FINGERPRINT_CHANGED");
    assertThat(issue.path("fingerprint_diff_before").asText())
        .isNotEmpty()
        .isNotEqualTo(issue.path("fingerprint_diff_current").asText());
    assertThat(planned.get(1).at("/target_table_information/table_name").asText())
        .isEqualTo("main.default.m");
    assertThat(
            planned
                .get(2)
                .at("/technique_information/0/incrementalization_issues")
                .findValuesAsText("plan_not_deterministic_sub_type"))
        .containsExactly("TIME_FUNCTION");
  }

  @Test
  void EVT_11_snapshotsAreTold() {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE c;
        CREATE FLOW f AS AUTO CDC INTO c FROM SNAPSHOT (SELECT * FROM read_files('/Volumes/main/raw/in/', format => 'json', schema => 'id INT')) KEYS (id) STORED AS SCD TYPE 1;
        """);
    project.run();
    project.land("c.json", "{\"id\":3}");
    project.run();
    assertThat(
            project.rows(
                """
                SELECT details:operation_progress.type, details:operation_progress.status,
                       details:operation_progress.cdc_snapshot_details.snapshot_number,
                       details:operation_progress.cdc_snapshot_details.num_changes,
                       details:operation_progress.duration_ms IS NULL
                FROM event_log('p') WHERE event_type = 'operation_progress' ORDER BY sequence.control_plane_seq_no
                """))
        .containsExactly(
            "[CDC_SNAPSHOT, STARTED, 0, null, true]",
            "[CDC_SNAPSHOT, COMPLETED, 0, 2, false]",
            "[CDC_SNAPSHOT, STARTED, 1, null, true]",
            "[CDC_SNAPSHOT, COMPLETED, 1, 1, false]");
    assertThat(
            project.rows(
                "SELECT details:flow_progress.metrics.num_input_records, origin.flow_id IS NOT NULL"
                    + " FROM event_log('p') WHERE details:flow_progress.metrics IS NOT NULL ORDER"
                    + " BY timestamp"))
        .containsExactly("[2, true]", "[3, true]");
  }
}
