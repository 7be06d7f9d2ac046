/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static io.lakeward.cli.TestProject.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.event.EventFilter;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.engine.update.UpdateListener;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What updates of Spark's own pipelines do, under the numbers of the list of their behaviours. */
class SparkPipelineUpdatesTest {
  private static final String RAW =
      """
      CREATE STREAMING TABLE raw AS
        SELECT id FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json');
      """;

  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project = new TestProject(folder).landed("1.json", "{\"id\": 1}", "{\"id\": 2}");
  }

  @Test
  void B26_changesGoIntoStreamingTablesOnly() {
    String changes =
        "CREATE FLOW f AS AUTO CDC INTO %s FROM STREAM raw KEYS (id) SEQUENCE BY id;\n";
    project.sql(
        RAW
            + "CREATE MATERIALIZED VIEW m AS SELECT 1 AS id;\n"
            + changes.formatted("m")
            + "CREATE TEMPORARY VIEW v AS SELECT 1 AS id;\n"
            + changes.formatted("v").replace("FLOW f", "FLOW g")
            + "CREATE VIEW p AS SELECT id FROM raw;\n"
            + changes.formatted("p").replace("FLOW f", "FLOW h")
            + "CREATE STREAMING TABLE both;\n"
            + changes.formatted("both").replace("FLOW f", "FLOW i")
            + "CREATE FLOW j AS INSERT INTO both BY NAME SELECT id FROM STREAM raw;\n");
    assertThat(project.problems())
        .extracting(p -> p.substring(0, p.indexOf(' ')))
        .containsExactly(
            "MATERIALIZED_VIEW_WITH_MULTIPLE_QUERIES",
            "FLOW_TARGET_NOT_FOUND",
            "FLOW_TARGET_NOT_FOUND",
            "AUTOCDC_FLOWS_DISAGREE");
  }

  @Test
  void B42_aCatalogIsNamedByANameOrAText() {
    project.sql("SET CATALOG no_function(1); CREATE MATERIALIZED VIEW m AS SELECT 1 AS x;");
    assertThat(project.problems()).singleElement().asString().startsWith("PARSE_SYNTAX_ERROR");
    project.sql("SET CATALOG other; CREATE MATERIALIZED VIEW m AS SELECT 1 AS x;").run();
    assertThat(project.rows("SELECT x FROM other.default.m")).containsExactly("1");
  }

  @Test
  void B46_theSourceOfChangesIsFoundByEveryFormOfItsName() {
    project
        .sql(
            RAW.replace("TABLE raw", "TABLE far.away.raw")
                + RAW
                + """
                CREATE STREAMING TABLE near;
                CREATE FLOW a AS AUTO CDC INTO near FROM STREAM raw KEYS (id) SEQUENCE BY id;
                CREATE STREAMING TABLE distant;
                CREATE FLOW b AS AUTO CDC INTO distant FROM STREAM(far.away.raw) KEYS (id) SEQUENCE BY id;
                """)
        .run();
    assertThat(project.rows("SELECT id FROM near")).containsExactly("1", "2");
    assertThat(project.rows("SELECT id FROM distant")).containsExactly("1", "2");
  }

  @Test
  void B47_optionsOfAReadReachDatasetsAndOtherTables() {
    project.session(
        "CREATE TABLE ext (id BIGINT); INSERT INTO ext VALUES (1); INSERT INTO ext VALUES (2)");
    project
        .sql(
            RAW
                + """
                CREATE STREAMING TABLE own AS SELECT id FROM STREAM raw WITH (startingVersion = 99);
                CREATE STREAMING TABLE other AS SELECT id FROM STREAM ext WITH (startingVersion = 2);
                CREATE MATERIALIZED VIEW then AS SELECT id FROM ext VERSION AS OF 1;
                """)
        .run(UpdateRequest.all());
    assertThat(project.rows("SELECT id FROM other")).containsExactly("2");
    assertThat(project.rows("SELECT id FROM then")).containsExactly("1");
  }

  @Test
  void B58_fullAndPlainRefreshesGoTogether() throws IOException {
    project
        .sql(
            RAW
                + """
                CREATE STREAMING TABLE a AS SELECT id FROM STREAM raw;
                CREATE STREAMING TABLE b AS
                  SELECT id FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json');
                """)
        .run();
    Files.delete(folder.resolve("volumes/main/default/landing/a/1.json"));
    project.landed("2.json", "{\"id\": 3}");

    UpdateResult some = project.run(new UpdateRequest(List.of(), List.of("raw", "a"), false, true));
    assertThat(some.tables())
        .extracting(t -> t.name().table() + " " + t.state())
        .containsExactlyInAnyOrder("raw COMPLETED", "a COMPLETED", "b EXCLUDED");
    assertThat(project.rows("SELECT id FROM a")).containsExactly("3");
    assertThat(project.rows("SELECT id FROM b")).containsExactly("1", "2");

    project.run(new UpdateRequest(List.of("b"), List.of("raw", "a"), false, true));
    assertThat(project.rows("SELECT id FROM b")).containsExactly("1", "2", "3");
    project.fullRefresh();
    assertThat(project.rows("SELECT id FROM b")).containsExactly("3");
  }

  @Test
  void B60_progressIsKeptForEachFlowAndBegunAnewByAFullRefresh() throws IOException {
    project
        .sql(
            RAW
                + """
                CREATE STREAMING TABLE one.t AS SELECT id FROM STREAM raw;
                CREATE STREAMING TABLE two.t AS SELECT id FROM STREAM raw WHERE id > 1;
                """)
        .run();
    Set<String> first = progressFolders();
    assertThat(first).hasSize(3);
    project.landed("2.json", "{\"id\": 3}").run();
    assertThat(progressFolders()).isEqualTo(first);
    project.fullRefresh("one.t");
    assertThat(progressFolders()).hasSize(4).containsAll(first);
    assertThat(project.rows("SELECT id FROM one.t")).containsExactly("1", "2", "3");
    assertThat(project.rows("SELECT id FROM two.t")).containsExactly("2", "3");
  }

  private Set<String> progressFolders() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(".lakeward/pipelines"))) {
      return Set.copyOf(
          files.filter(f -> f.endsWith("offsets")).map(f -> f.getParent().toString()).toList());
    }
  }

  @Test
  void B62_B65_B66_eventsTellFlowsByTheirFullNamesAndPlaces() {
    project
        .sql(
            "CREATE MATERIALIZED VIEW good AS SELECT 1 AS x;\n"
                + "CREATE MATERIALIZED VIEW bad AS\n"
                + "  SELECT 1 / (x - 1) AS y FROM good;")
        .run(UpdateRequest.all());
    assertThat(messages("flow_progress"))
        .contains("Flow main.default.good is QUEUED.", "Flow main.default.good has COMPLETED.")
        .anyMatch(m -> m.startsWith("Flow main.default.bad into main.default.bad has FAILED"));
    assertThat(messages("update_progress")).contains("Update is RUNNING.", "Update is FAILED.");
    assertThat(messages("dataset_definition"))
        .containsExactlyInAnyOrder(
            "Dataset main.default.good is defined.", "Dataset main.default.bad is defined.");
    assertThat(events("flow_progress"))
        .filteredOn(event -> event.message().contains("has FAILED"))
        .singleElement()
        .extracting(PipelineEvent::json)
        .asString()
        .contains("pipeline.sql");
  }

  @Test
  void B38_columnsOfAViewFollowItsDefinition() {
    project
        .sql(
            "CREATE MATERIALIZED VIEW m (a INT NOT NULL COMMENT 'first', b STRING) AS SELECT 1 AS a,"
                + " 'x' AS b;")
        .run();
    assertThat(project.run().changedAnything()).isFalse();

    project.sql("CREATE MATERIALIZED VIEW m (a BIGINT COMMENT 'other', c INT) AS SELECT 2 AS c;");
    project.run();

    assertThat(project.rows("DESCRIBE m")).containsExactly("a|bigint|other", "c|int|null");
    assertThat(project.rows("SELECT * FROM m")).containsExactly("null|2");
    assertThat(project.run().changedAnything()).isFalse();
  }

  @Test
  void B64_projectsThatAreOpenAtOnceKnowNothingOfEachOther(@TempDir Path another) {
    TestProject other =
        new TestProject(another).sql("CREATE MATERIALIZED VIEW raw AS SELECT 'other' AS id;");
    project.sql(RAW);
    try (PipelineEngine first = project.open();
        PipelineEngine second = other.open()) {
      first.run(UpdateRequest.all(), UpdateListener.none());
      second.run(UpdateRequest.all(), UpdateListener.none());
      assertThat(TestProject.text(first.query("SELECT count(*) FROM raw", 10)))
          .containsExactly("2");
      assertThat(TestProject.text(second.query("SELECT * FROM raw", 10))).containsExactly("other");
    }
    assertThat(problemsOf(() -> other.rows("SELECT * FROM event_log('no such pipeline')")))
        .singleElement()
        .asString()
        .startsWith("TABLE_OR_VIEW_NOT_FOUND");
  }

  private List<String> messages(String type) {
    return events(type).stream().map(PipelineEvent::message).toList();
  }

  private List<PipelineEvent> events(String type) {
    try (PipelineEngine engine = project.open()) {
      return engine.eventLog().read(new EventFilter(Set.of(type), Set.of(), Set.of()));
    }
  }
}
