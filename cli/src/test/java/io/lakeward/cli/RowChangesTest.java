/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static io.lakeward.cli.TestProject.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of tables that are changed outside pipeline files. */
class RowChangesTest {
  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project = TestProject.withTwoRows(folder);
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
}
