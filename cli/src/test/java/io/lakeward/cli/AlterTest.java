/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static io.lakeward.cli.TestProject.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ALTER does to tables of a pipeline, and what the next update makes of it. */
class AlterTest {
  private static final String PIPELINE =
      """
      CREATE FUNCTION starred(v STRING) RETURN '*';
      CREATE FUNCTION small(id BIGINT, most INT) RETURN id <= most;
      CREATE STREAMING TABLE t (id BIGINT COMMENT 'key', v STRING) AS
        SELECT id, v FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json');
      CREATE MATERIALIZED VIEW m AS SELECT id, v FROM t;
      CREATE VIEW published AS SELECT id FROM m;
      """;

  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project =
        new TestProject(folder)
            .landed("1.json", "{\"id\": 1, \"v\": \"a\"}", "{\"id\": 2, \"v\": \"b\"}")
            .sql(PIPELINE);
    project.run();
  }

  @Test
  void SQL_27_SQL_28_commentsOfColumnsLastUntilTheNextUpdate() {
    project.session(
        "ALTER STREAMING TABLE t ALTER COLUMN id COMMENT 'mine', v COMMENT 'it''s'; ALTER TABLE m"
            + " ALTER id COMMENT 'n'");
    assertThat(project.ordered("DESCRIBE t")).containsExactly("id|bigint|mine", "v|string|it's");
    assertThat(project.ordered("DESCRIBE m")).contains("id|bigint|n");

    project.run();
    assertThat(project.ordered("DESCRIBE t")).containsExactly("id|bigint|key", "v|string|null");
    assertThat(project.ordered("DESCRIBE m")).contains("id|bigint|null");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|a", "2|b");
  }

  @Test
  void SQL_27_masksAndRowFiltersHoldForEveryReader() {
    project.session(
        "ALTER STREAMING TABLE t ALTER COLUMN v SET MASK starred;"
            + " ALTER STREAMING TABLE t SET ROW FILTER small ON (id, 1)");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|*");
    assertThat(project.ordered("DESCRIBE EXTENDED t"))
        .contains(
            "Row Filter|main.default.small(id, 1)|", "Column Mask|v: main.default.starred(v)|");

    project.session(
        "ALTER STREAMING TABLE t ALTER COLUMN v DROP MASK; ALTER TABLE t DROP ROW FILTER");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|a", "2|b");
    project.session("ALTER MATERIALIZED VIEW m SET ROW FILTER small ON (id, 1)");
    assertThat(project.rows("SELECT * FROM published")).containsExactly("1");
  }

  @Test
  void SQL_28_whatTheDefinitionSaysNothingAboutStaysHidden() {
    project.session(
        "ALTER TABLE t ALTER COLUMN v SET MASK starred; ALTER TABLE t SET ROW FILTER small ON (id,"
            + " 1)");

    project.landed("2.json", "{\"id\": 0, \"v\": \"c\"}").run();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("0|*", "1|*");
    assertThat(project.rows("SELECT * FROM m")).containsExactly("0|*", "1|*");
    project.fullRefresh();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("0|*", "1|*");
  }

  @Test
  void SQL_28_theDefinitionWinsAtTheNextUpdate() {
    project
        .sql(
            PIPELINE
                .replace(
                    "v STRING) AS", "v STRING MASK masked) WITH ROW FILTER small ON (id, 1) AS")
                .replace(
                    "CREATE STREAMING",
                    "CREATE FUNCTION masked(v STRING) RETURN '-';\nCREATE STREAMING"))
        .run();
    project.session(
        "ALTER STREAMING TABLE t ALTER COLUMN V SET MASK starred;"
            + " ALTER STREAMING TABLE t DROP ROW FILTER");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|*", "2|*");

    project.run();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|-");
    project.session("ALTER TABLE t ALTER COLUMN v DROP MASK");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|a");
    project.run();
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|-");
  }

  @Test
  void SQL_27_tagsStayWithTheTable() {
    project.session(
        "ALTER STREAMING TABLE t SET TAGS ('team' = 'data', 'pii');"
            + " ALTER STREAMING TABLE t ALTER COLUMN v SET TAGS ('kind' = 'text');"
            + " ALTER STREAMING TABLE t UNSET TAGS ('pii', 'unknown')");
    project.landed("2.json", "{\"id\": 3, \"v\": \"c\"}").run();

    assertThat(project.ordered("DESCRIBE EXTENDED t"))
        .contains("Tag|team|data", "Tag|v.kind|text")
        .noneMatch(row -> row.contains("pii"));
    assertThat(project.rows("SHOW TBLPROPERTIES t")).noneMatch(row -> row.contains("team"));
  }

  @Test
  void SQL_27_everythingElseIsRefusedByName() {
    for (String statement :
        List.of(
            "ALTER STREAMING TABLE t ADD COLUMN x INT",
            "ALTER TABLE t DROP COLUMN v",
            "ALTER TABLE t RENAME TO u",
            "ALTER STREAMING TABLE t CLUSTER BY (id)",
            "ALTER MATERIALIZED VIEW m SET TBLPROPERTIES ('a' = 'b')",
            "ALTER TABLE t ALTER COLUMN id TYPE STRING",
            "ALTER STREAMING TABLE t SET OWNER TO me",
            "ALTER VIEW published AS SELECT 1")) {
      assertThat(problemsOf(() -> project.session(statement)))
          .as(statement)
          .singleElement()
          .asString()
          .startsWith("STATEMENT_NOT_ALLOWED ALTER_NOT_ALLOWED_FOR_PIPELINE_TABLE");
    }
    assertThat(
            problemsOf(() -> project.session("ALTER STREAMING TABLE t ADD SCHEDULE EVERY 1 DAY")))
        .containsExactly("NOT_SUPPORTED_YET SCHEDULE is not supported yet.");
    assertThat(
            problemsOf(
                () ->
                    project.session(
                        "ALTER TABLE t SET TBLPROPERTIES ('pipelines.pipelineId' = 'other')")))
        .singleElement()
        .asString()
        .startsWith("NOT_SUPPORTED_YET Moving a table");
    assertThat(problemsOf(() -> project.session("ALTER STREAMING TABLE m SET TAGS ('a')")))
        .containsExactly("STATEMENT_NOT_ALLOWED main.default.m is a materialized view.");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|a", "2|b");
  }

  @Test
  void SQL_27_whatDoesNotMakeSenseIsToldAndNothingIsHidden() {
    for (String statement :
        List.of(
            "ALTER TABLE t ALTER COLUMN nope COMMENT 'x'",
            "ALTER TABLE t ALTER COLUMN v SET MASK nobody",
            "ALTER TABLE t ALTER COLUMN v SET MASK starred USING COLUMNS (id)",
            "ALTER TABLE t SET ROW FILTER starred ON (v)",
            "ALTER TABLE t SET ROW FILTER small ON (nope, 1)",
            "ALTER TABLE t SET TAGS (a = 'b')",
            "ALTER TABLE t")) {
      assertThat(problemsOf(() -> project.session(statement))).as(statement).hasSize(1);
    }
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|a", "2|b");
  }

  @Test
  void tablesThatNoPipelineOwnsTakeColumnsAndPropertiesToo() {
    project.session(
        "CREATE TABLE f (a INT); INSERT INTO f VALUES (1); ALTER TABLE f ADD COLUMN (b STRING"
            + " COMMENT 'x'); ALTER TABLE f ADD COLUMN c INT -- last\n"
            + "; ALTER TABLE f SET TBLPROPERTIES ('delta.appendOnly' = 'false', owner.name = 'me');"
            + " ALTER TABLE f ALTER COLUMN a COMMENT 'first'");

    assertThat(project.ordered("DESCRIBE f"))
        .containsExactly("a|int|first", "b|string|x", "c|int|null");
    assertThat(project.rows("SHOW TBLPROPERTIES f")).contains("owner.name|me");
    assertThat(problemsOf(() -> project.session("ALTER TABLE f DROP COLUMN a")))
        .singleElement()
        .asString()
        .startsWith("NOT_SUPPORTED_YET");
  }
}
