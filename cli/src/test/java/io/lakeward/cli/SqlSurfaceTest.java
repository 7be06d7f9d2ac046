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

/** The SQL of pipeline files, from text to rows. */
class SqlSurfaceTest {
  private static final String RAW =
      """
      CREATE OR REFRESH STREAMING TABLE raw AS
        SELECT * FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json');
      """;

  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project = new TestProject(folder);
    project.landed("1.json", "{\"id\": 1, \"v\": \"a\"}", "{\"id\": 2, \"v\": \"b\"}");
  }

  @Test
  void SQL_2_aColumnThatTheQueryLacksHasItsDefault() {
    project
        .sql(
            RAW
                + """
                CREATE STREAMING TABLE t (
                  id BIGINT, k STRING DEFAULT concat('x', 'y'), n INT DEFAULT 1 + 2 COMMENT 'n', z INT
                ) AS SELECT id FROM STREAM raw;
                """)
        .run();

    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|xy|3|null", "2|xy|3|null");
    project.rows("INSERT INTO t (id, n) VALUES (3, NULL)");
    assertThat(project.rows("SELECT * FROM t WHERE id = 3")).containsExactly("3|xy|null|null");
  }

  @Test
  void SQL_5_aGeneratedColumnFollowsFromTheOthers() {
    project
        .sql(
            RAW
                + """
                CREATE STREAMING TABLE t (
                  id BIGINT, twice BIGINT GENERATED ALWAYS AS (id * 2), v STRING,
                  up STRING GENERATED ALWAYS AS (upper(v))
                ) AS SELECT v, id, id * 2 AS twice FROM STREAM raw;
                """)
        .run();

    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|2|a|A", "2|4|b|B");
    project.rows("INSERT INTO t (id, v) VALUES (5, 'q')");
    assertThat(project.rows("SELECT * FROM t WHERE id = 5")).containsExactly("5|10|q|Q");
    assertThat(problemsOf(() -> project.rows("INSERT INTO t (id, twice) VALUES (6, 1)")))
        .singleElement()
        .asString()
        .contains("twice", "is generated");
  }

  @Test
  void SQL_5_aGivenValueHasToBeThatOfTheExpression() {
    project.sql(
        RAW
            + """
            CREATE STREAMING TABLE t (id BIGINT, twice BIGINT GENERATED ALWAYS AS (id * 2))
            AS SELECT id, 7L AS twice FROM STREAM raw;
            """);

    assertThat(problemsOf(project::run)).singleElement().asString().contains("twice");
  }

  @Test
  void SQL_5_whatLooksAtMoreThanOneRowIsNoGeneratedColumn() {
    project.sql(
        RAW
            + """
            CREATE STREAMING TABLE t (id BIGINT, a BIGINT GENERATED ALWAYS AS (sum(id)))
            AS SELECT id FROM STREAM raw;
            CREATE STREAMING TABLE u (id BIGINT, a DOUBLE GENERATED ALWAYS AS (rand()))
            AS SELECT id FROM STREAM raw;
            """);

    assertThat(project.problems()).hasSize(2).allMatch(p -> p.startsWith("ANALYSIS_ERROR"));
  }

  @Test
  void SQL_7_aPrimaryKeyIsDeclaredNotNullByHand() {
    project.sql(
        "CREATE MATERIALIZED VIEW m (id INT, CONSTRAINT pk PRIMARY KEY (id)) AS SELECT 1 AS id;");
    assertThat(project.problems())
        .containsExactly("INCOMPATIBLE_SCHEMA The primary key's column id may be NULL.");

    project.sql(
        "CREATE MATERIALIZED VIEW m (id INT NOT NULL, PRIMARY KEY (id) RELY) AS SELECT 1 AS id;");
    assertThat(project.problems()).isEmpty();
  }

  @Test
  void SQL_15_rowsThatTheFilterLeavesOutAreSeenByNobody() {
    project
        .sql(
            RAW
                + """
                CREATE FUNCTION only_a(v STRING) RETURNS BOOLEAN RETURN v = 'a';
                CREATE STREAMING TABLE t WITH ROW FILTER only_a ON (v) AS SELECT * FROM STREAM raw;
                CREATE MATERIALIZED VIEW n AS SELECT count(*) AS n FROM t;
                CREATE VIEW published AS SELECT id FROM t;
                """)
        .run();

    assertThat(project.rows("SELECT id FROM t")).containsExactly("1");
    assertThat(project.rows("SELECT id FROM t WHERE v = 'b'")).isEmpty();
    assertThat(project.rows("SELECT id FROM published")).containsExactly("1");
    assertThat(project.rows("SELECT n FROM n")).containsExactly("1");
    assertThat(project.rows("SELECT id FROM t VERSION AS OF 0")).containsExactly("1");
    assertThat(project.rows("SELECT id FROM table_changes('t', 0)")).containsExactly("1");
  }

  @Test
  void SQL_15_aFilterWhoseFunctionIsGoneShowsNothing() {
    project
        .sql(
            RAW
                + """
                CREATE FUNCTION only_a(v STRING) RETURN v = 'a';
                CREATE STREAMING TABLE t WITH ROW FILTER only_a ON (v) AS SELECT * FROM STREAM raw;
                """)
        .run();
    project.session("DROP FUNCTION only_a");

    assertThat(problemsOf(() -> project.rows("SELECT id FROM t")))
        .singleElement()
        .asString()
        .startsWith("UNRESOLVED_ROUTINE");
  }

  @Test
  void SQL_16_aMaskHidesTheValueAndNotTheRow() {
    project
        .file("pipeline.yml", "name: p\nconfiguration:\n  lakeward.groups: staff\n")
        .sql(
            RAW
                + """
                CREATE FUNCTION hide(v STRING, id BIGINT, sign STRING) RETURN
                  CASE WHEN is_account_group_member('admins') OR id = 2 THEN v ELSE sign END;
                CREATE STREAMING TABLE t (id BIGINT, v STRING MASK hide USING COLUMNS (id, '*'))
                AS SELECT id, v FROM STREAM raw;
                """)
        .run();
    assertThat(project.rows("SELECT id, v FROM t")).containsExactly("1|*", "2|b");
    assertThat(project.rows("SELECT id FROM t WHERE v = 'a'")).isEmpty();

    project.file("pipeline.yml", "name: p\nconfiguration:\n  lakeward.groups: staff, admins\n");
    assertThat(project.rows("SELECT id, v FROM t")).containsExactly("1|a", "2|b");
  }

  @Test
  void SQL_15_aPolicyThatIsTakenFromTheDefinitionIsGone() {
    String table = "CREATE STREAMING TABLE t %s AS SELECT * FROM STREAM raw;\n";
    String function = "CREATE FUNCTION only_a(v STRING) RETURN v = 'a';\n";
    project.sql(RAW + function + table.formatted("WITH ROW FILTER only_a ON (v)")).run();
    assertThat(project.rows("SELECT id FROM t")).hasSize(1);

    project.sql(RAW + function + table.formatted("")).run();
    assertThat(project.rows("SELECT id FROM t")).hasSize(2);
  }

  @Test
  void SQL_12_clusteringMayBeChosenAutomatically() {
    project
        .sql(
            RAW
                + "CREATE STREAMING TABLE t CLUSTER BY AUTO DEFAULT COLLATION UTF8_BINARY AS SELECT id FROM STREAM raw;")
        .run();

    assertThat(project.rows("SELECT * FROM t")).containsExactly("1", "2");
  }

  @Test
  void SQL_23_changedRowsOfASourceFailTheFlowUnlessTheyAreSkipped() {
    project
        .sql(
            RAW
                + """
                CREATE STREAMING TABLE strict AS SELECT id FROM STREAM raw;
                CREATE STREAMING TABLE skipping AS
                  SELECT id FROM STREAM raw WITH (SKIPCHANGECOMMITS);
                """)
        .run();
    project.session("DELETE FROM raw WHERE id = 1");
    project.landed("2.json", "{\"id\": 3, \"v\": \"c\"}");

    assertThat(problemsOf(project::run))
        .singleElement()
        .asString()
        .startsWith("SOURCE_TABLE_CHANGED")
        .contains("main.default.raw");
    assertThat(project.rows("SELECT * FROM skipping")).containsExactly("1", "2", "3");
    assertThat(project.rows("SELECT * FROM strict")).containsExactly("1", "2");
  }

  @Test
  void SQL_24_aStreamMayBeginAtAVersionAndTakeFewFilesAtOnce() {
    project.sql(RAW).run();
    project.landed("2.json", "{\"id\": 3, \"v\": \"c\"}").run();
    project.landed("3.json", "{\"id\": 4, \"v\": \"d\"}").run();
    project
        .sql(
            RAW
                + """
                CREATE STREAMING TABLE later AS SELECT id FROM STREAM raw WITH (startingVersion = 1);
                CREATE STREAMING TABLE slow AS
                  SELECT id FROM STREAM(raw) WITH ('startingVersion' = '0', maxFilesPerTrigger = 1);
                """)
        .run();

    assertThat(project.rows("SELECT * FROM later")).containsExactly("3", "4");
    assertThat(project.rows("SELECT * FROM slow")).containsExactly("1", "2", "3", "4");
    assertThat(project.rows("DESCRIBE HISTORY slow")).hasSize(3);
  }

  @Test
  void SQL_24_anOptionThatNobodyKnowsIsTold() {
    project.sql(
        RAW + "CREATE STREAMING TABLE t AS SELECT id FROM STREAM raw WITH (skipChangeCommit);");

    assertThat(project.problems())
        .containsExactly(
            "SOURCE_OPTION_INVALID A streaming read of a table has no option skipChangeCommit.");
  }

  @Test
  void SQL_51_aPublishedViewIsReadByEverybody() {
    project
        .sql(
            RAW
                + """
                CREATE VIEW v (key COMMENT 'the id', n) COMMENT 'all' AS SELECT id, count(*) FROM raw GROUP BY id;
                CREATE VIEW over AS SELECT key FROM v;
                """)
        .run();

    assertThat(project.rows("SELECT key, n FROM v")).containsExactly("1|1", "2|1");
    assertThat(project.rows("SELECT * FROM over WHERE key > 1")).containsExactly("2");
    assertThat(project.rows("SHOW VIEWS")).containsExactly("default|over|false", "default|v|false");

    project.sql(RAW).run();
    assertThat(project.rows("SHOW VIEWS")).isEmpty();
  }

  @Test
  void SQL_51_aPublishedViewReadsNothingPrivate() {
    project.sql(
        RAW
            + """
            CREATE PRIVATE STREAMING TABLE p AS SELECT id FROM STREAM raw;
            CREATE VIEW v AS SELECT id FROM p;
            """);

    assertThat(project.problems())
        .singleElement()
        .asString()
        .startsWith("ANALYSIS_ERROR INVALID_TEMP_OBJ_REFERENCE");
  }

  @Test
  void SQL_53_aPlainTableIsFilledByFlows() {
    project
        .sql(
            RAW
                + """
                CREATE TABLE plain (id BIGINT) FLOW INSERT BY NAME SELECT id FROM STREAM raw;
                CREATE TABLE seeded (id BIGINT);
                CREATE FLOW seed AS INSERT ONCE INTO seeded BY NAME SELECT 7L AS id;
                """)
        .run();
    project.landed("2.json", "{\"id\": 3, \"v\": \"c\"}").run();

    assertThat(project.rows("SELECT * FROM plain")).containsExactly("1", "2", "3");
    assertThat(project.rows("SELECT * FROM seeded")).containsExactly("7");
  }

  @Test
  void SQL_53_aStreamingTableDoesNotBecomeAPlainOne() {
    project.sql(RAW + "CREATE STREAMING TABLE t AS SELECT id FROM STREAM raw;").run();
    project.sql(RAW + "CREATE TABLE t (id BIGINT) FLOW INSERT BY NAME SELECT id FROM STREAM raw;");

    assertThat(problemsOf(project::run))
        .singleElement()
        .asString()
        .contains("CANNOT_SWITCH_STREAMING_TABLE_TO_MANAGED_TABLE");
  }

  @Test
  void SQL_53_aPlainTableTakesNoChanges() {
    project.sql(
        RAW
            + """
            CREATE TABLE t (id BIGINT);
            CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(raw) KEYS (id) SEQUENCE BY v;
            """);

    assertThat(project.problems()).anyMatch(p -> p.contains("MANAGED_TABLE_DOES_NOT_SUPPORT_CDC"));
  }

  @Test
  void B17_namesOfMorePartsThanOneAreRefusedByName() {
    project.sql(
        RAW
            + """
            CREATE TEMPORARY VIEW x.v AS SELECT 1 AS a;
            CREATE FLOW a.b AS INSERT INTO raw BY NAME SELECT 1L AS id;
            """);

    assertThat(project.problems())
        .anyMatch(p -> p.contains("MULTIPART_TEMPORARY_VIEW_NAME_NOT_SUPPORTED"))
        .anyMatch(p -> p.contains("MULTIPART_FLOW_NAME_NOT_SUPPORTED"));
  }

  @Test
  void B16_aTableWithoutFlowIsReportedOnce() {
    project.sql("CREATE STREAMING TABLE st;");

    assertThat(project.problems())
        .singleElement()
        .asString()
        .startsWith("PIPELINE_DATASET_WITHOUT_FLOW");
  }

  @Test
  void B34_thePropertyThatProtectsIsTrueOrFalse() {
    project.sql(
        "CREATE MATERIALIZED VIEW m TBLPROPERTIES (pipelines.reset.alloweD = 123) AS SELECT 1 AS x;");

    assertThat(project.problems()).singleElement().asString().contains("pipelines.reset.allowed");
  }

  @Test
  void B43_filesAreReadByFormatAndPath() {
    project
        .sql(
            """
            CREATE MATERIALIZED VIEW m AS SELECT id FROM json.`/Volumes/main/default/landing/a`;
            CREATE MATERIALIZED VIEW n AS SELECT count(*) AS n FROM json.`/Volumes/main/default/landing/a/1.json`;
            """)
        .run();

    assertThat(project.rows("SELECT * FROM m")).containsExactly("1", "2");
    assertThat(project.rows("SELECT * FROM n")).containsExactly("2");
    assertThat(problemsOf(() -> project.rows("SELECT * FROM json.``")))
        .containsExactly("SOURCE_OPTION_INVALID The location name cannot be empty string.");
  }

  @Test
  void SQL_107_aFunctionOfAFileIsThereForEverybody() {
    project
        .sql(
            RAW
                + """
                CREATE OR REPLACE FUNCTION shout(v STRING COMMENT 'text', mark STRING DEFAULT '!')
                  RETURNS STRING LANGUAGE SQL DETERMINISTIC COMMENT 'louder' RETURN upper(v) || mark;
                CREATE FUNCTION twice(v STRING) RETURN shout(v) || shout(v, mark => '?');
                CREATE MATERIALIZED VIEW m AS SELECT twice(v) AS t FROM raw;
                """)
        .run();

    assertThat(project.rows("SELECT * FROM m")).containsExactly("A!A?", "B!B?");
    assertThat(project.rows("SELECT main.default.shout('x')")).containsExactly("X!");
    assertThat(problemsOf(() -> project.rows("SELECT shout()")))
        .singleElement()
        .asString()
        .startsWith("ANALYSIS_ERROR");
  }

  @Test
  void SQL_107_aChangedFunctionRefreshesTheViewsThatCallIt() {
    String view = "CREATE MATERIALIZED VIEW m AS SELECT f(1) AS x;";
    project.sql("CREATE FUNCTION f(x INT) RETURN x + 1; " + view).run();
    assertThat(project.rows("SELECT x FROM m")).containsExactly("2");

    project.sql("CREATE FUNCTION f(x INT) RETURN x + 2; " + view).run();
    assertThat(project.rows("SELECT x FROM m")).containsExactly("3");
  }

  @Test
  void SQL_107_aFunctionThatNobodyCallsHasToMakeSenseToo() {
    project.sql(
        """
        CREATE FUNCTION f(x INT) RETURN y + 1;
        CREATE FUNCTION g(x INT) RETURN 1;
        CREATE FUNCTION g(x STRING) RETURN 2;
        CREATE MATERIALIZED VIEW m AS SELECT 1 AS x;
        """);

    assertThat(project.problems())
        .containsExactly(
            "UNRESOLVED_COLUMN Column y cannot be resolved: no input has it.",
            "PIPELINE_DUPLICATE_IDENTIFIERS The function main.default.g is defined twice; the other is at transformations/pipeline.sql:2:17.");
  }

  @Test
  void SQL_107_aFunctionThatCallsItselfIsRefused() {
    project.sql(
        "CREATE FUNCTION f(x INT) RETURN f(x) + 1; CREATE MATERIALIZED VIEW m AS SELECT f(1) AS x;");

    assertThat(project.problems()).isNotEmpty().allMatch(p -> p.contains("calls itself"));
  }

  @Test
  void SQL_100_namesMayBePutTogetherFromParameters() {
    project
        .file("pipeline.yml", "name: p\nparameters:\n  schema: default\n  col: id\n")
        .sql(
            RAW
                + """
                CREATE MATERIALIZED VIEW IDENTIFIER('m_' || :col) AS
                  SELECT IDENTIFIER(:col) AS x FROM IDENTIFIER('main.' || :schema || '.raw');
                CREATE STREAMING TABLE s AS SELECT IDENTIFIER(:col) AS x FROM STREAM(IDENTIFIER(:schema || '.raw'));
                CREATE STREAMING TABLE u AS SELECT :col AS x FROM STREAM IDENTIFIER('raw');
                """)
        .run();

    assertThat(project.rows("SELECT x FROM m_id")).containsExactly("1", "2");
    assertThat(project.rows("SELECT x FROM s")).containsExactly("1", "2");
    assertThat(project.rows("SELECT x FROM u")).containsExactly("id", "id");
  }

  @Test
  void SQL_102_SetCatalogAndUseHoldForTheRestOfTheFile() {
    project
        .sql(
            """
            SET CATALOG other;
            CREATE MATERIALIZED VIEW a AS SELECT 1 AS x;
            USE SCHEMA s;
            CREATE MATERIALIZED VIEW b AS SELECT x FROM default.a;
            """)
        .run();

    assertThat(project.rows("SELECT * FROM other.s.b")).containsExactly("1");
  }

  @Test
  void SQL_7_keysAreShownAsLongAsTheDefinitionHasThem() {
    String views =
        """
        CREATE MATERIALIZED VIEW a (id BIGINT NOT NULL, v STRING, CONSTRAINT a_key PRIMARY KEY (id) RELY) AS SELECT id, v FROM raw WHERE id IS NOT NULL;
        CREATE MATERIALIZED VIEW b (id BIGINT, v STRING, FOREIGN KEY (id) REFERENCES a NOT ENFORCED) AS SELECT id, v FROM raw;
        """;
    project.sql(RAW + views);
    project.run();
    assertThat(project.rows("DESCRIBE EXTENDED a"))
        .contains("# Constraints||", "a_key|PRIMARY KEY (id)|");
    assertThat(project.rows("DESCRIBE EXTENDED b"))
        .contains("b_a_fk|FOREIGN KEY (id) REFERENCES main.default.a|");
    assertThat(project.rows("SHOW TBLPROPERTIES a")).noneMatch(row -> row.contains("a_key"));

    project.sql(RAW + views.replace(", CONSTRAINT a_key PRIMARY KEY (id) RELY", ""));
    project.run();
    assertThat(project.rows("DESCRIBE EXTENDED a")).noneMatch(row -> row.contains("KEY"));

    project.sql(RAW + views.replace("KEY (id) REF", "KEY (ix) REF"));
    assertThat(project.problems())
        .singleElement()
        .asString()
        .startsWith("UNRESOLVED_COLUMN")
        .contains("ix", "b_a_fk", "main.default.b");
  }
}
