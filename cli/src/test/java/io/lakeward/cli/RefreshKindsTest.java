/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static io.lakeward.cli.TestProject.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which tables an update refreshes, and from where. */
class RefreshKindsTest {
  private static final String PIPELINE =
      """
      CREATE STREAMING TABLE t (id BIGINT);
      CREATE FLOW files AS INSERT INTO t BY NAME
        SELECT id FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json', schema => 'id BIGINT');
      CREATE FLOW seed AS INSERT INTO ONCE t BY NAME SELECT 100L AS id;
      CREATE MATERIALIZED VIEW m AS SELECT count(*) AS n FROM t;
      """;

  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project = new TestProject(folder).landed("1.json", "{\"id\": 1}").sql(PIPELINE);
  }

  private UpdateResult reset(String... flows) {
    return project.run(UpdateRequest.all().withResetCheckpoints(List.of(flows)));
  }

  @Test
  void REF_3_aFlowBeginsAnewAndItsTableKeepsItsRows() {
    project.run();
    project.landed("2.json", "{\"id\": 2}");
    reset("main.default.files");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "1", "100", "2");
    assertThat(project.rows("SELECT n FROM m")).containsExactly("4");

    project.landed("3.json", "{\"id\": 3}").run();
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "1", "100", "2", "3");
    reset("MAIN.default.seed");
    assertThat(project.rows("SELECT id FROM t WHERE id = 100")).hasSize(2);
    project.fullRefresh("t");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "100", "2", "3");
  }

  @Test
  void REF_3_changesThatComeAgainChangeNothing() {
    project
        .sql(
            """
            CREATE STREAMING TABLE c FLOW AUTO CDC FROM
              STREAM read_files('/Volumes/main/default/landing/a', format => 'json', schema => 'id BIGINT')
              KEYS (id) SEQUENCE BY id;
            """)
        .run();
    project.landed("2.json", "{\"id\": 2}");
    reset("main.default.c");
    assertThat(project.rows("SELECT id FROM c")).containsExactly("1", "2");
  }

  @Test
  void REF_13_flowsAreNamedInFull() {
    project.run();
    assertThat(problemsOf(() -> reset("files", "main.default.nope")))
        .hasSize(2)
        .allMatch(p -> p.startsWith("REFRESH_SELECTION_UNKNOWN"))
        .first()
        .asString()
        .contains("catalog.schema.flow");
    assertThat(problemsOf(() -> reset("main.default.m")))
        .singleElement()
        .asString()
        .startsWith("COMMAND_INVALID");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "100");
  }

  @Test
  void REF_5_whatFailedOrWasSkippedIsRefreshed() {
    String broken =
        PIPELINE
            + """
            CREATE MATERIALIZED VIEW bad AS SELECT id / (id - 1) AS q FROM t;
            CREATE MATERIALIZED VIEW after_bad AS SELECT q FROM bad;
            """;
    assertThat(failed()).isEmpty();
    project.sql(broken).run(UpdateRequest.all());
    assertThat(failed()).containsExactlyInAnyOrder("main.default.bad", "main.default.after_bad");

    project.sql(broken.replace("(id - 1)", "id")).landed("2.json", "{\"id\": 2}");
    project.run(new UpdateRequest(failed(), List.of(), false, true));
    assertThat(project.rows("SELECT q FROM after_bad")).containsExactly("1.0", "1.0");
    assertThat(project.rows("SELECT n FROM m")).containsExactly("2");
    assertThat(failed()).isEmpty();
  }

  private List<String> failed() {
    try (PipelineEngine engine = project.open()) {
      return engine.failedTables();
    }
  }

  @Test
  void SQL_35_aRefreshFitsItsTableAndMayGoOnBesideOtherStatements() {
    project.run();
    project.landed("2.json", "{\"id\": 2}");
    assertThat(problemsOf(() -> project.session("REFRESH MATERIALIZED VIEW t")))
        .containsExactly("STATEMENT_NOT_ALLOWED main.default.t is a streaming table.");
    assertThat(problemsOf(() -> project.session("REFRESH VIEW m")))
        .singleElement()
        .asString()
        .startsWith("PARSE_SYNTAX_ERROR");

    project.session("REFRESH TABLE t ASYNC; SELECT 1");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "100", "2");
    project.session("REFRESH MATERIALIZED VIEW m SYNC; REFRESH STREAMING TABLE t FULL ASYNC");
    assertThat(project.rows("SELECT n FROM m")).containsExactly("3");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "100", "2");
    project.session("CREATE TABLE free (a INT); REFRESH TABLE free");
    assertThat(problemsOf(() -> project.session("REFRESH TABLE t WHERE id = 1 ASYNC")))
        .isNotEmpty();
  }
}
