/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static io.lakeward.cli.TestProject.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.cli.view.Terminal;
import io.lakeward.cli.warm.StopSignal;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements outside pipeline files. */
class SqlSessionTest {
  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project =
        new TestProject(folder)
            .landed("1.json", "{\"id\": 1, \"v\": \"a\"}", "{\"id\": 2, \"v\": \"b\"}")
            .sql(
                """
                CREATE STREAMING TABLE t (id BIGINT COMMENT 'key', v STRING) COMMENT 'rows' AS
                  SELECT id, v FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json');
                CREATE MATERIALIZED VIEW m AS SELECT count(*) AS n FROM t;
                CREATE PRIVATE STREAMING TABLE hidden AS SELECT id FROM STREAM t WITH (skipChangeCommits);
                """);
    project.run();
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
  void SQL_29_insertsMatchByPositionByColumnListOrByName() {
    List<List<String>> answers =
        project.session(
            """
            INSERT INTO t VALUES (3, 'c'), (4, 'd');
            INSERT INTO t (v, id) SELECT 'e', 5;
            INSERT INTO t BY NAME SELECT 'f' AS v, 6 AS id;
            INSERT INTO t BY NAME SELECT 7 AS id;
            SELECT id, v FROM t ORDER BY id;
            """);

    assertThat(answers.get(0)).containsExactly("2|2");
    assertThat(answers.get(4)).containsExactly("1|a", "2|b", "3|c", "4|d", "5|e", "6|f", "7|null");
  }

  @Test
  void SQL_29_anInsertThatDoesNotFitIsRefused() {
    assertThat(problemsOf(() -> project.session("INSERT INTO t VALUES (1)")))
        .containsExactly("INCOMPATIBLE_SCHEMA The statement gives 1 values for 2 columns: id, v.");
    assertThat(problemsOf(() -> project.session("INSERT INTO t VALUES (true, 'x')")))
        .containsExactly(
            "INCOMPATIBLE_SCHEMA Column id is BIGINT, but the statement gives BOOLEAN.");
    assertThat(problemsOf(() -> project.session("INSERT INTO t BY NAME SELECT 1 AS other")))
        .singleElement()
        .asString()
        .startsWith("UNRESOLVED_COLUMN");
    assertThat(project.rows("SELECT * FROM t")).hasSize(2);
  }

  @Test
  void SQL_29_updatesAndDeletesTouchTheRowsForWhichTheConditionIsTrue() {
    project.session("INSERT INTO t VALUES (NULL, 'n')");

    assertThat(project.rows("UPDATE t SET v = concat(v, '!'), id = id + 10 WHERE id < 2"))
        .containsExactly("1");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("11|a!", "2|b", "null|n");
    assertThat(project.rows("DELETE FROM t WHERE id <> 11")).containsExactly("1");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("11|a!", "null|n");
    assertThat(project.rows("DELETE FROM t")).containsExactly("2");
    assertThat(project.rows("SELECT * FROM t")).isEmpty();
  }

  @Test
  void SQL_29_columnsThatAreNotNullStaySo() {
    project.session(
        "CREATE TABLE p (id INT NOT NULL, k STRING, s STRUCT<a: INT>) PARTITIONED BY (k);"
            + " INSERT INTO p VALUES (1, 'x', named_struct('a', 5)), (2, NULL, NULL)");

    for (String statement :
        List.of(
            "UPDATE p SET id = NULL WHERE id = 1",
            "INSERT INTO p (k) VALUES ('y')",
            "MERGE INTO p USING (SELECT 9 AS n) s ON p.id = s.n WHEN NOT MATCHED THEN INSERT (k)"
                + " VALUES ('z')")) {
      assertThat(problemsOf(() -> project.session(statement)))
          .as(statement)
          .singleElement()
          .asString()
          .contains("DELTA_NOT_NULL_CONSTRAINT_VIOLATED");
    }
    project.session("UPDATE p SET k = 'moved', s = named_struct('a', id) WHERE k IS NULL");
    assertThat(project.rows("SELECT id, k, s.a FROM p")).containsExactly("1|x|5", "2|moved|2");
  }

  @Test
  void SQL_29_filesWithoutARowThatChangesStay() {
    project.session(
        "CREATE TABLE p (id INT, k STRING) PARTITIONED BY (k); INSERT INTO p VALUES (1, 'x'), (2,"
            + " 'y'), (3, 'y')");
    Path table = folder.resolve(".lakeward/warehouse/main/default/p");
    Set<Path> before = files(table);

    project.session("UPDATE p SET id = id + 10 WHERE k = 'y' AND id < 3");
    assertThat(project.rows("SELECT * FROM p")).containsExactly("12|y", "1|x", "3|y");
    assertThat(files(table)).hasSize(2).filteredOn(before::contains).hasSize(1);
    project.session("DELETE FROM p WHERE soundex(k) = soundex('x')");
    assertThat(project.rows("SELECT * FROM p")).containsExactly("12|y", "3|y");
    assertThat(files(table)).hasSize(1);
    assertThat(project.rows("DESCRIBE HISTORY p").get(3)).contains("DELETE");
  }

  private static Set<Path> files(Path table) {
    return DeltaTable.at(table).snapshot().files().stream()
        .map(DataFile::path)
        .collect(Collectors.toSet());
  }

  @Test
  void SQL_29_fieldsInsideAColumnAreSet() {
    project.session(
        "CREATE TABLE n (id INT, s STRUCT<a: BIGINT, b: STRUCT<x: STRING, y: INT>>, l ARRAY<INT>);"
            + " INSERT INTO n VALUES (1, named_struct('a', 1, 'b', named_struct('x', 'p', 'y', 2)),"
            + " array(1)), (2, NULL, NULL), (3, named_struct('a', 3, 'b', NULL), NULL)");

    project.session("UPDATE n SET s.b.y = s.a + 10, s.a = 7 WHERE id <> 3");
    assertThat(project.rows("SELECT id, s.a, s.b.x, s.b.y FROM n"))
        .containsExactly("1|7|p|11", "2|7|null|null", "3|3|null|null");
    project.session(
        "MERGE INTO n USING (SELECT 3 AS k) q ON n.id = q.k WHEN MATCHED THEN UPDATE SET s.b.x ="
            + " 'm'");
    assertThat(project.rows("SELECT s.a, s.b.x, s.b.y FROM n WHERE id = 3"))
        .containsExactly("3|m|null");
    assertThat(problemsOf(() -> project.session("UPDATE n SET s.a = 'text'")))
        .singleElement()
        .asString()
        .contains("s.a");
    for (String twice : List.of("s.a = 1, s.a = 2", "s = NULL, s.b.x = 'x'", "id = 1, id = 2")) {
      assertThat(problemsOf(() -> project.session("UPDATE n SET " + twice)))
          .as(twice)
          .singleElement()
          .asString()
          .startsWith("ANALYSIS_ERROR");
    }
  }

  @Test
  void SQL_29_insertOverwriteReplacesAllRowsAndKeepsTheTable() {
    project.session(
        "CREATE TABLE o (id INT COMMENT 'key', k STRING) PARTITIONED BY (k)"
            + " TBLPROPERTIES (delta.enableChangeDataFeed = true);"
            + " INSERT INTO o VALUES (1, 'x'), (2, 'y')");

    assertThat(project.rows("INSERT OVERWRITE o SELECT id + 1, k FROM o WHERE k = 'x'"))
        .containsExactly("1|1");
    assertThat(project.rows("SELECT * FROM o")).containsExactly("2|x");
    assertThat(project.ordered("DESCRIBE o")).contains("id|int|key");
    assertThat(project.rows("SELECT _change_type, id FROM table_changes('o', 2)"))
        .containsExactly("delete|1", "delete|2", "insert|2");
    project.session("INSERT OVERWRITE TABLE o BY NAME SELECT 'z' AS k, 7 AS id");
    assertThat(project.rows("SELECT * FROM o")).containsExactly("7|z");
    assertThat(
            problemsOf(
                () ->
                    project.session(
                        "SET spark.sql.sources.partitionOverwriteMode = dynamic;"
                            + " INSERT OVERWRITE o VALUES (8, 'z')")))
        .singleElement()
        .asString()
        .startsWith("NOT_SUPPORTED_YET");
    assertThat(problemsOf(() -> project.session("INSERT OVERWRITE m VALUES (1)")))
        .singleElement()
        .asString()
        .startsWith("STATEMENT_NOT_ALLOWED");
  }

  @Test
  void SQL_29_aTableThatKeepsAChangeFeedTellsWhatChanged() {
    project.session(
        "CREATE TABLE c (id INT, v STRING) TBLPROPERTIES (delta.enableChangeDataFeed = true);"
            + " INSERT INTO c VALUES (1, 'a'), (2, 'b'), (3, NULL)");
    project.session(
        "UPDATE c SET v = 'x' WHERE id = 1; DELETE FROM c WHERE v IS NULL; UPDATE c SET id = 2 *"
            + " id");

    assertThat(project.rows("SELECT * FROM c")).containsExactly("2|x", "4|b");
    assertThat(
            project.rows("SELECT _commit_version, _change_type, id, v FROM table_changes('c', 2)"))
        .containsExactly(
            "2|update_postimage|1|x",
            "2|update_preimage|1|a",
            "3|delete|3|null",
            "4|update_postimage|2|x",
            "4|update_postimage|4|b",
            "4|update_preimage|1|x",
            "4|update_preimage|2|b");

    project.session(
        """
        MERGE INTO c USING (SELECT * FROM VALUES (2, 'm'), (7, 'n') AS s(id, v)) s ON c.id = s.id
        WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT *
        WHEN NOT MATCHED BY SOURCE THEN DELETE;
        DELETE FROM c WHERE id IN (SELECT id FROM t);
        """);
    assertThat(
            project.rows("SELECT _commit_version, _change_type, id, v FROM table_changes('c', 5)"))
        .containsExactly(
            "5|delete|4|b",
            "5|insert|7|n",
            "5|update_postimage|2|m",
            "5|update_preimage|2|x",
            "6|delete|2|m");
  }

  @Test
  void SQL_29_aChangeThatConcernsNoRowIsNoCommit() {
    project.session("DELETE FROM t WHERE id = 99");

    assertThat(project.rows("DESCRIBE HISTORY t")).hasSize(1);
  }

  @Test
  void SQL_29_aMergeTakesTheFirstClauseThatApplies() {
    project.session("INSERT INTO t VALUES (3, 'c'), (4, 'd')");

    List<String> counts =
        project.rows(
            """
            MERGE INTO t USING (
              SELECT * FROM VALUES (1, 'one'), (2, 'gone'), (3, 'skip'), (9, 'new'), (8, 'no') AS x(id, v)) s
            ON t.id = s.id
            WHEN MATCHED AND s.v = 'gone' THEN DELETE
            WHEN MATCHED AND s.v <> 'skip' THEN UPDATE SET v = s.v
            WHEN NOT MATCHED AND s.v = 'new' THEN INSERT (id, v) VALUES (s.id, upper(s.v))
            WHEN NOT MATCHED BY SOURCE THEN UPDATE SET v = 'alone'
            """);

    assertThat(counts).containsExactly("4|2|1|1");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|one", "3|c", "4|alone", "9|NEW");
  }

  @Test
  void SQL_29_aMergeByStarsMatchesColumnsByName() {
    project.session(
        """
        MERGE INTO t USING (SELECT 'z' AS v, 1 AS id UNION ALL SELECT 'y', 5) s ON t.id = s.id
        WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *
        """);

    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|z", "2|b", "5|y");
  }

  @Test
  void SQL_29_aMergeThatWouldChangeARowTwiceIsRefused() {
    String merge =
        "MERGE INTO t USING (SELECT 1 AS id, 'x' AS v UNION ALL SELECT 1, 'y') s ON t.id = s.id ";
    assertThat(problemsOf(() -> project.session(merge + "WHEN MATCHED THEN UPDATE SET v = s.v")))
        .singleElement()
        .asString()
        .startsWith("MERGE_CARDINALITY_VIOLATION");

    // Only one of the two applies, and a plain delete does not care.
    project.session(merge + "WHEN MATCHED AND s.v = 'x' THEN UPDATE SET v = s.v");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|x", "2|b");
    project.session(merge + "WHEN MATCHED THEN DELETE");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("2|b");
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
