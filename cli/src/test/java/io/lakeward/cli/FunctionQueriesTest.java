/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static io.lakeward.cli.TestProject.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions that look up rows of tables. */
class FunctionQueriesTest {
  private static final String RAW =
      """
      CREATE STREAMING TABLE raw AS
        SELECT id, region FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json');
      """;

  /** What a region is called, and who may see it. */
  private static final String NAMES =
      """
      CREATE MATERIALIZED VIEW names AS
        SELECT * FROM VALUES ('EU', 'Europe', true), ('US', 'America', false) AS v(region, name, open);
      """;

  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project =
        new TestProject(folder)
            .landed(
                "1.json",
                "{\"id\": 1, \"region\": \"EU\"}",
                "{\"id\": 2, \"region\": \"US\"}",
                "{\"id\": 3}");
  }

  @Test
  void SQL_107_aFunctionMayBeAQuery() {
    project
        .sql(
            RAW
                + NAMES
                + """
                CREATE FUNCTION called(region STRING) RETURNS STRING
                  RETURN SELECT max(n.name) FROM names AS n WHERE n.region = called.region;
                CREATE FUNCTION is_known(r STRING) RETURN r IN (SELECT region FROM names);
                CREATE FUNCTION counted(least INT DEFAULT 1)
                  RETURN (WITH w AS (SELECT id FROM raw) SELECT count(*) FROM w WHERE w.id >= least);
                CREATE MATERIALIZED VIEW m AS
                  SELECT id, called(region) AS name, is_known(region) AS known, counted(2) AS n FROM raw;
                """)
        .run();

    assertThat(project.rows("SELECT * FROM m"))
        .containsExactly("1|Europe|true|2", "2|America|true|2", "3|null|false|2");
    assertThat(project.rows("SELECT id FROM raw AS names WHERE is_known(region)"))
        .containsExactly("1", "2");
    assertThat(project.rows("SELECT upper(called(concat('E', 'U'))), counted()"))
        .containsExactly("EUROPE|3");
  }

  /** A name in the function is a column of its tables first, and never one of the caller's. */
  @Test
  void SQL_107_namesMeanWhatTheyMeanInTheFunction() {
    project
        .sql(
            NAMES
                + """
                CREATE FUNCTION other(x STRING)
                  RETURN (SELECT max(name) FROM names WHERE region <> x);
                CREATE MATERIALIZED VIEW m AS SELECT region, other(region) AS o FROM names;
                CREATE MATERIALIZED VIEW n AS
                  SELECT 'EU' AS name, other(name) AS o FROM (SELECT 'EU' AS name);
                """)
        .run();

    assertThat(project.rows("SELECT * FROM m")).containsExactly("EU|America", "US|Europe");
    assertThat(project.rows("SELECT o FROM n")).containsExactly("America");
  }

  @Test
  void SQL_15_SQL_16_filtersAndMasksLookUpWhatTheyNeed() {
    project
        .sql(
            """
            CREATE MATERIALIZED VIEW early AS SELECT id, region FROM t;
            """
                + RAW
                + """
                CREATE FUNCTION is_open(r STRING) RETURN EXISTS (SELECT 1 FROM names n WHERE n.region = r AND n.open);
                CREATE FUNCTION called(r STRING) RETURN (SELECT max(name) FROM names n WHERE n.region = r);
                CREATE STREAMING TABLE t (id BIGINT, region STRING MASK called)
                  WITH ROW FILTER is_open ON (region) AS SELECT * FROM STREAM raw;
                """
                + NAMES)
        .run();

    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|Europe");
    assertThat(project.rows("SELECT * FROM early")).containsExactly("1|Europe");
    project.rows("UPDATE t SET id = id + 10");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("11");
    assertThat(project.rows("DELETE FROM t WHERE region = 'EU'")).containsExactly("0");
  }

  @Test
  void SQL_107_whatIsWrongWithSuchAFunctionIsToldWhereItIsDefined() {
    project.sql(
        NAMES
            + """
            CREATE FUNCTION a(r STRING) RETURN (SELECT max(nam) FROM names WHERE region = r);
            CREATE FUNCTION b(r STRING) RETURN (SELECT max(name) FROM nams WHERE region = r);
            """);
    assertThat(project.problems())
        .satisfiesExactlyInAnyOrder(
            p -> assertThat(p).startsWith("UNRESOLVED_COLUMN").contains("nam"),
            p -> assertThat(p).startsWith("TABLE_OR_VIEW_NOT_FOUND").contains("nams"));
  }

  @Test
  void SQL_107_aRandomArgumentIsNotDrawnTwice() {
    project.sql(
        """
        CREATE FUNCTION main.default.square(x DOUBLE) RETURN x * x;
        CREATE MATERIALIZED VIEW m AS SELECT square(rand() + id) AS a FROM range(3);
        CREATE MATERIALIZED VIEW n AS SELECT square(id) AS a FROM range(3);
        """);
    assertThat(project.problems())
        .singleElement()
        .asString()
        .startsWith("NOT_SUPPORTED_YET")
        .contains("`x`", "square");
  }

  @Test
  void SQL_15_aFilterThatReadsItsOwnTableIsAnError() {
    project.sql(
        RAW
            + """
            CREATE FUNCTION first(i BIGINT) RETURN i = (SELECT min(id) FROM t);
            CREATE STREAMING TABLE t WITH ROW FILTER first ON (id) AS SELECT * FROM STREAM raw;
            CREATE MATERIALIZED VIEW m AS SELECT * FROM t;
            """);
    assertThat(problemsOf(project::run)).anyMatch(p -> p.startsWith("ANALYSIS_ERROR"));
  }

  @Test
  void SQL_107_aFunctionMayGiveRows() {
    project
        .sql(
            RAW
                + NAMES
                + """
                CREATE FUNCTION of_region(region STRING, least INT DEFAULT 0)
                  RETURNS TABLE (nr INT COMMENT 'number', `für` STRING)
                  RETURN SELECT id, of_region.region FROM raw WHERE raw.region = of_region.region AND id > least;
                CREATE FUNCTION numbers(x INT) RETURNS TABLE RETURN SELECT x UNION ALL SELECT x + 1;
                CREATE FUNCTION counted(r STRING) RETURNS TABLE RETURN SELECT count(*) AS n FROM of_region(r);
                CREATE MATERIALIZED VIEW a AS SELECT f.nr, `für` FROM of_region('EU') AS f;
                CREATE MATERIALIZED VIEW b AS
                  SELECT n.name, f.* FROM names n, LATERAL of_region(n.region, least => 1) f;
                CREATE MATERIALIZED VIEW c AS SELECT v, n FROM numbers(3) AS t(v), counted(upper('us'));
                """)
        .run();

    assertThat(project.rows("SELECT * FROM a")).containsExactly("1|EU");
    assertThat(project.rows("SELECT * FROM b")).containsExactly("America|2|US");
    assertThat(project.rows("SELECT * FROM c")).containsExactly("3|1", "4|1");
    project.session("CREATE FUNCTION again(x INT) RETURNS TABLE (y BIGINT) RETURN SELECT x + 1");
    assertThat(project.rows("SELECT typeof(y), again.y FROM again(1)")).containsExactly("bigint|2");
    assertThat(project.rows("SELECT id, (SELECT max(y) FROM again(id)) FROM raw WHERE id < 3"))
        .containsExactly("1|2", "2|3");
    assertThat(project.rows("DESCRIBE FUNCTION again")).contains("Returns: TABLE (y BIGINT)");
  }

  @Test
  void SQL_107_aFunctionThatGivesRowsIsNoValueAndTheOtherWayRound() {
    project
        .sql(
            NAMES
                + """
                CREATE FUNCTION many() RETURNS TABLE RETURN SELECT * FROM names;
                CREATE FUNCTION one() RETURN 1;
                """)
        .run();

    assertThat(problemsOf(() -> project.rows("SELECT many()")))
        .containsExactly(
            "ANALYSIS_ERROR The function main.default.many gives rows and not one value.");
    assertThat(problemsOf(() -> project.rows("SELECT * FROM one()")))
        .containsExactly(
            "ANALYSIS_ERROR The function main.default.one gives one value and no rows.");
    assertThat(problemsOf(() -> project.rows("SELECT * FROM STREAM many()")))
        .singleElement()
        .asString()
        .startsWith("NOT_SUPPORTED_YET");
    assertThat(problemsOf(() -> project.rows("SELECT * FROM mny()")))
        .containsExactly("UNRESOLVED_ROUTINE Function mny does not exist.");
    assertThat(
            problemsOf(
                () ->
                    project.session(
                        "CREATE FUNCTION f(p STRING) RETURNS TABLE RETURN SELECT 1 FROM names"
                            + " WHERE region IN (SELECT region FROM names n WHERE n.name = p)")))
        .singleElement()
        .asString()
        .startsWith("NOT_SUPPORTED_YET A parameter in a subquery");
  }

  @Test
  void SQL_107_aFunctionThatGivesRowsHasAQuery() {
    project.sql(NAMES + "CREATE FUNCTION f() RETURNS TABLE (a INT) RETURN 1;\n");
    assertThat(project.problems())
        .containsExactly(
            "PARSE_SYNTAX_ERROR A function that RETURNS TABLE has no query after RETURN.");
  }
}
