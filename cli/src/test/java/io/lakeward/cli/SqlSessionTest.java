/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static io.lakeward.cli.TestProject.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.cli.view.Terminal;
import io.lakeward.cli.warm.StopSignal;
import io.lakeward.engine.PipelineEngine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements outside pipeline files. */
class SqlSessionTest {
  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project = TestProject.withTwoRows(folder);
  }

  @Test
  void EV_06_temporaryViewsLiveAsLongAsTheSession() {
    List<List<String>> answers =
        project.session(
            """
            CREATE OR REPLACE TEMP VIEW raw AS SELECT * FROM event_log(TABLE(t));
            CREATE TEMPORARY VIEW latest (id) AS SELECT origin.update_id FROM raw
              WHERE event_type = 'create_update' ORDER BY timestamp DESC LIMIT 1;
            SELECT count(DISTINCT origin.update_id) FROM raw JOIN latest ON origin.update_id = latest.id;
            CREATE TEMP VIEW t AS SELECT 7 AS x;
            SHOW VIEWS;
            DESCRIBE latest;
            SELECT * FROM T;
            SELECT count(*) FROM main.default.t;
            DROP VIEW t;
            SELECT count(*) FROM t;
            """);

    assertThat(answers)
        .containsExactly(
            List.of("1"),
            List.of("|latest|true", "|raw|true", "|t|true"),
            List.of("id|string|null"),
            List.of("7"),
            List.of("2"),
            List.of("2"));
    assertThat(problemsOf(() -> project.session("SELECT * FROM latest")))
        .singleElement()
        .asString()
        .startsWith("TABLE_OR_VIEW_NOT_FOUND");
    assertThat(problemsOf(() -> project.session("CREATE TEMP VIEW a AS SELECT * FROM a")))
        .containsExactly("CIRCULAR_DEPENDENCY The temporary view a reads itself.");
    assertThat(problemsOf(() -> project.session("CREATE TEMP VIEW a.b AS SELECT 1")))
        .singleElement()
        .asString()
        .contains("MULTIPART_TEMPORARY_VIEW_NAME_NOT_SUPPORTED");
  }

  @Test
  void SQL_105_tablesOfTheServiceAboutItselfAreRefusedByName() {
    for (String table :
        List.of("system.billing.usage", "system.lakeflow.jobs", "main.information_schema.tables")) {
      assertThat(problemsOf(() -> project.session("SELECT * FROM " + table)))
          .containsExactly(
              "NOT_SUPPORTED_YET The system table " + table + " is not supported yet.");
    }
  }

  @Test
  void SQL_36_theLastRefreshIsPartOfTheDescription() {
    assertThat(project.rows("DESCRIBE EXTENDED m"))
        .contains(
            "# Refresh Information||",
            "Last Refresh Type|Full recompute|",
            "Latest Refresh Status|Succeeded|",
            "Refresh Schedule|MANUAL|");
    project.session("REFRESH MATERIALIZED VIEW m");
    assertThat(project.rows("DESCRIBE EXTENDED m")).contains("Last Refresh Type|No change|");
    assertThat(project.rows("DESCRIBE EXTENDED t"))
        .contains("Latest Refresh Status|Succeeded|")
        .noneMatch(row -> row.startsWith("Last Refresh Type"));

    project.session("CREATE TABLE own AS SELECT 1 AS x");
    assertThat(project.rows("DESCRIBE EXTENDED own")).noneMatch(row -> row.contains("Refresh"));
  }

  @Test
  void SQL_43_aMaterializedViewIsNotChangedByHand() {
    assertThat(problemsOf(() -> project.session("INSERT INTO m VALUES (1)")))
        .singleElement()
        .asString()
        .startsWith("STATEMENT_NOT_ALLOWED INSERT is not allowed on the materialized view");
    assertThat(problemsOf(() -> project.session("SELECT * FROM m VERSION AS OF 0")))
        .singleElement()
        .asString()
        .startsWith("STATEMENT_NOT_ALLOWED");
  }

  @Test
  void SQL_30_aStreamingTableIsReadAsItWas() {
    project.session("UPDATE t SET v = 'changed'");

    assertThat(project.rows("SELECT v FROM t")).containsExactly("changed", "changed");
    assertThat(project.rows("SELECT v FROM t VERSION AS OF 0")).containsExactly("a", "b");
    assertThat(project.rows("SELECT x.v FROM `t`@v0 AS x")).containsExactly("a", "b");
    assertThat(
            project.rows(
                "SELECT n.v, o.v FROM t n JOIN t VERSION AS OF 0 o ON n.id = o.id WHERE n.id = 1"))
        .containsExactly("changed|a");
    assertThat(problemsOf(() -> project.rows("SELECT * FROM t VERSION AS OF 7")))
        .singleElement()
        .asString()
        .contains("7");
    assertThat(problemsOf(() -> project.rows("SELECT * FROM t TIMESTAMP AS OF '2001-01-01'")))
        .singleElement()
        .asString()
        .startsWith("TABLE_VERSION_NOT_FOUND");
  }

  @Test
  void SQL_106_changesAreReadByVersion() {
    project.session("INSERT INTO t VALUES (3, 'c'); DELETE FROM t");

    assertThat(
            project.rows("SELECT id, _change_type, _commit_version FROM table_changes('t', 0, 1)"))
        .containsExactly("1|insert|0", "2|insert|0", "3|insert|1");
    assertThat(
            project.rows(
                "SELECT id, _change_type, _commit_version FROM table_changes('default.t', 1)"))
        .containsExactly("1|delete|2", "2|delete|2", "3|delete|2", "3|insert|1");
    assertThat(problemsOf(() -> project.rows("SELECT * FROM table_changes('t', 9)")))
        .singleElement()
        .asString()
        .startsWith("TABLE_VERSION_NOT_FOUND");
  }

  @Test
  void SQL_106_whichRowsAnUpdateChangedIsOnlyKnownIfItWasRecorded() {
    project.session("UPDATE t SET v = 'x' WHERE id = 1");

    assertThat(problemsOf(() -> project.rows("SELECT * FROM table_changes('t', 0)")))
        .singleElement()
        .asString()
        .startsWith("CHANGE_DATA_MISSING");
  }

  @Test
  void SQL_36_describeTellsOfATable() {
    assertThat(project.ordered("DESCRIBE t")).containsExactly("id|bigint|key", "v|string|null");
    assertThat(project.ordered("DESC EXTENDED t"))
        .contains("Type|STREAMING_TABLE|", "Comment|rows|", "Provider|delta|");
    assertThat(project.ordered("DESCRIBE t id"))
        .containsExactly("col_name|id", "data_type|bigint", "comment|key");
    assertThat(project.ordered("DESCRIBE DETAIL t"))
        .singleElement()
        .asString()
        .startsWith("delta|");
    project.session("DELETE FROM t WHERE id = 1");
    assertThat(project.ordered("DESCRIBE HISTORY t"))
        .hasSize(2)
        .first()
        .asString()
        .contains("|DELETE|");
  }

  @Test
  void SQL_36_showListsWhatIsThere() {
    assertThat(project.ordered("SHOW TABLES"))
        .containsExactly("default|m|false", "default|t|false");
    assertThat(project.ordered("SHOW TABLES IN main.default LIKE 'm*|x'"))
        .containsExactly("default|m|false");
    assertThat(project.ordered("SHOW SCHEMAS")).containsExactly("default");
    assertThat(project.ordered("SHOW CATALOGS")).containsExactly("main");
    assertThat(project.ordered("SHOW COLUMNS IN t")).containsExactly("id", "v");
    assertThat(project.ordered("SHOW CREATE TABLE t"))
        .singleElement()
        .asString()
        .startsWith("CREATE STREAMING TABLE main.default.t (\n  id BIGINT COMMENT 'key',\n");
  }

  @Test
  void SQL_07_whatIsPrivateIsNotFound() {
    assertThat(problemsOf(() -> project.rows("SELECT * FROM hidden")))
        .singleElement()
        .asString()
        .startsWith("TABLE_OR_VIEW_NOT_FOUND");
    assertThat(problemsOf(() -> project.rows("DESCRIBE hidden")))
        .singleElement()
        .asString()
        .startsWith("TABLE_OR_VIEW_NOT_FOUND");
  }

  @Test
  void SQL_26_statementsThatATableOfAPipelineDoesNotAllow() {
    for (String statement :
        List.of(
            "ALTER TABLE t ADD COLUMN x INT",
            "TRUNCATE TABLE t",
            "RESTORE TABLE t TO VERSION AS OF 0",
            "ANALYZE TABLE t COMPUTE STATISTICS",
            "COPY INTO t FROM '/x'",
            "CREATE STREAMING TABLE x AS SELECT 1")) {
      assertThat(problemsOf(() -> project.session(statement)))
          .as(statement)
          .singleElement()
          .asString()
          .startsWith("STATEMENT_NOT_ALLOWED");
    }
    assertThat(problemsOf(() -> project.session("ALTER STREAMING TABLE t RENAME TO x")))
        .singleElement()
        .asString()
        .contains("ALTER_NOT_ALLOWED_FOR_PIPELINE_TABLE");
  }

  @Test
  void explainTellsThePlanAndWhatTheEngineRuns() {
    assertThat(project.ordered("EXPLAIN SELECT id FROM t WHERE v = 'a'"))
        .startsWith("== Analyzed plan ==")
        .contains("== What the embedded engine runs ==")
        .anyMatch(line -> line.startsWith("SELECT "));
  }

  @Test
  void SQL_35_refreshBringsATableUpToDate() {
    project.landed("2.json", "{\"id\": 3, \"v\": \"c\"}");

    project.session("REFRESH STREAMING TABLE t");

    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "2", "3");
    assertThat(project.rows("SELECT n FROM m")).containsExactly("2");
    assertThat(problemsOf(() -> project.session("REFRESH TABLE nope")))
        .singleElement()
        .asString()
        .startsWith("TABLE_OR_VIEW_NOT_FOUND");
  }

  @Test
  void LIFE_2_aDroppedTableComesBackWithTheProgressOfItsFlows() {
    project.session("DROP TABLE t");
    assertThat(problemsOf(() -> project.rows("SELECT * FROM t"))).hasSize(1);

    project.session("UNDROP TABLE t");
    project.landed("2.json", "{\"id\": 3, \"v\": \"c\"}").run();

    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "2", "3");
    assertThat(problemsOf(() -> project.session("UNDROP TABLE t"))).hasSize(1);
    assertThat(problemsOf(() -> project.session("UNDROP TABLE other")))
        .singleElement()
        .asString()
        .startsWith("TABLE_OR_VIEW_NOT_FOUND");
  }

  @Test
  void LIFE_2_aDroppedTableIsMadeAnewByTheNextUpdate() {
    project.session("DROP TABLE m");
    project.run();

    assertThat(project.rows("SELECT n FROM m")).containsExactly("2");
  }

  @Test
  void useAndSetHoldForTheStatementsThatFollow() {
    List<List<String>> answers =
        project.session(
            """
            USE SCHEMA other; SET who = 'me'; -- a comment; with a semicolon
            SELECT ${who} AS w, "a;b" AS s, count(*) FROM default.t;
            """);

    assertThat(answers).containsExactly(List.of("me|a;b|2"));
  }

  @Test
  void aMistakeInAnyStatementIsFoundBeforeTheFirstOneRuns() {
    assertThat(problemsOf(() -> project.session("DELETE FROM t; SELCT 1; SHOW TABLE")))
        .hasSize(2)
        .allMatch(p -> p.startsWith("PARSE_SYNTAX_ERROR"));
    assertThat(project.rows("SELECT * FROM t")).hasSize(2);
  }

  @Test
  void theShellAnswersMistakesAndCompletesNames() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            Terminal.NONE,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            Terminal.NONE,
            new StopSignal());
    try (PipelineEngine engine = project.open()) {
      SqlShell shell =
          new SqlShell(
              engine.session(), new io.lakeward.cli.view.TablePrinter(ZoneOffset.UTC), console);

      shell.answer("SELECT max(id) AS biggest FROM t;", 10);
      shell.answer("SELECT nope FROM t;", 10);

      assertThat(out.toString(StandardCharsets.UTF_8)).contains("biggest", "2");
      assertThat(err.toString(StandardCharsets.UTF_8)).contains("error[UNRESOLVED_COLUMN]");
      assertThat(shell.candidates("main.")).containsExactly("main.default.m", "main.default.t");
      assertThat(shell.candidates("sel")).containsExactly("SELECT");
      assertThat(SqlShell.isExit(" EXIT; ")).isTrue();
    }
  }
}
