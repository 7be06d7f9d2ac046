/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static io.lakeward.cli.TestProject.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Spark's own pipelines do with SQL, under the numbers of the list of their behaviours. */
class SparkPipelineBehaviourTest {
  private static final String RAW =
      """
      CREATE STREAMING TABLE raw AS
        SELECT id FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json');
      """;

  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project = new TestProject(folder).landed("1.json", "{\"id\": 1}", "{\"id\": 2}", "{\"id\": 3}");
  }

  @Test
  void B13_namesAreUniqueAcrossFiles() {
    project
        .sql("CREATE MATERIALIZED VIEW a AS SELECT 1 AS x;")
        .file("transformations/b.sql", "CREATE TEMPORARY VIEW A AS SELECT 1 AS x;");
    assertThat(project.problems())
        .singleElement()
        .asString()
        .startsWith("PIPELINE_DUPLICATE_IDENTIFIERS");

    project
        .sql(
            RAW
                + "CREATE STREAMING TABLE t; CREATE FLOW f AS INSERT INTO t BY NAME SELECT * FROM STREAM raw;")
        .file(
            "transformations/b.sql",
            "CREATE FLOW f AS INSERT INTO t BY NAME SELECT * FROM STREAM raw;");
    assertThat(project.problems())
        .singleElement()
        .asString()
        .startsWith("PIPELINE_DUPLICATE_IDENTIFIERS");
  }

  @Test
  void B14_aTablesOwnFlowHasItsName() {
    project.sql(
        RAW
            + """
            CREATE STREAMING TABLE t AS SELECT * FROM STREAM raw;
            CREATE STREAMING TABLE u;
            CREATE FLOW t AS INSERT INTO u BY NAME SELECT * FROM STREAM raw;
            """);
    assertThat(project.problems())
        .singleElement()
        .asString()
        .startsWith("PIPELINE_DUPLICATE_IDENTIFIERS");
  }

  @Test
  void B15_aPipelineHasATable() {
    project.sql("");
    assertThat(project.problems()).singleElement().asString().startsWith("RUN_EMPTY_PIPELINE");
    project.sql("CREATE TEMPORARY VIEW v AS SELECT 1 AS x;");
    assertThat(project.problems()).singleElement().asString().startsWith("RUN_EMPTY_PIPELINE");
  }

  @Test
  void B18_oneSettingHasOneValueInAFlowAndItsViews() {
    project.sql(
        """
        SET spark.sql.session.timeZone = Asia/Tokyo;
        CREATE TEMPORARY VIEW v AS SELECT 1 AS x;
        SET spark.sql.session.timeZone = UTC;
        CREATE MATERIALIZED VIEW m AS SELECT * FROM v;
        """);
    assertThat(project.problems())
        .singleElement()
        .asString()
        .startsWith("DUPLICATE_FLOW_SQL_CONF")
        .contains("spark.sql.session.timeZone", "main.default.m");

    project
        .sql(
            """
            SET spark.sql.session.timeZone = Asia/Tokyo;
            CREATE TEMPORARY VIEW a AS SELECT 1 AS x;
            """)
        .file(
            "transformations/b.sql",
            """
            SET spark.sql.session.timeZone = UTC;
            CREATE TEMPORARY VIEW b AS SELECT 1 AS x;
            """)
        .file(
            "transformations/c.sql",
            "CREATE MATERIALIZED VIEW m AS SELECT * FROM a UNION ALL SELECT * FROM b;");
    assertThat(project.problems())
        .singleElement()
        .asString()
        .startsWith("DUPLICATE_FLOW_SQL_CONF")
        .contains("main.default.a", "main.default.b");
  }

  @Test
  void B19_settingsOfViewsReachTheirReadersAndStopAtTables() {
    project
        .sql(
            """
            SET spark.sql.session.timeZone = Asia/Tokyo;
            CREATE TEMPORARY VIEW v AS SELECT TIMESTAMP'2026-01-01 00:00:00' AS t;
            CREATE MATERIALIZED VIEW stored AS SELECT date_format(t, 'HH') AS h FROM v;
            """)
        .file(
            "transformations/b.sql",
            """
            SET spark.sql.session.timeZone = UTC;
            CREATE MATERIALIZED VIEW behind_a_table AS SELECT h FROM stored;
            """)
        .file(
            "transformations/c.sql",
            "CREATE MATERIALIZED VIEW reader AS SELECT CAST(t AS STRING) AS s FROM v;")
        .run();

    assertThat(project.rows("SELECT h FROM stored")).containsExactly("00");
    assertThat(project.rows("SELECT h FROM behind_a_table")).containsExactly("00");
    assertThat(project.rows("SELECT s FROM reader")).containsExactly("2026-01-01 00:00:00");
  }

  @Test
  void B20_thePipelinesSettingsAreDefaults() {
    project
        .file("pipeline.yml", "configuration: {spark.sql.session.timeZone: Asia/Tokyo}\n")
        .sql(
            """
            CREATE MATERIALIZED VIEW a AS SELECT current_timezone() AS z;
            SET spark.sql.session.timeZone = Europe/Rome;
            CREATE MATERIALIZED VIEW b AS SELECT current_timezone() AS z;
            """)
        .run();
    assertThat(project.rows("SELECT z FROM a")).containsExactly("Asia/Tokyo");
    assertThat(project.rows("SELECT z FROM b")).containsExactly("Europe/Rome");
  }

  @Test
  void B35_onlySelectedTablesAreMade() {
    project.sql(
        """
        CREATE MATERIALIZED VIEW a AS SELECT 1 AS x;
        CREATE MATERIALIZED VIEW b AS SELECT 1 AS x;
        CREATE MATERIALIZED VIEW c AS SELECT 1 AS x;
        """);
    project.run(new UpdateRequest(List.of("a"), List.of("c"), false, true));
    assertThat(project.rows("SHOW TABLES").toString()).contains("|a|", "|c|").doesNotContain("|b|");
  }

  @Test
  void B36_B39_nestedTypesAndOddNamesStayAsTheyAre() {
    project.sql(
        """
        CREATE MATERIALIZED VIEW `case` AS
          SELECT array(named_struct('m', map('k', array(1)), 's', named_struct('x', 1.5))) AS n;
        CREATE MATERIALIZED VIEW `with-hyphen` AS SELECT n[0].m['k'][0] AS x FROM `case`;
        """);
    project.run();
    List<String> before = project.rows("DESCRIBE `case`");
    project.fullRefresh();
    assertThat(project.rows("DESCRIBE `case`")).isEqualTo(before);
    assertThat(project.rows("SELECT x FROM `with-hyphen`")).containsExactly("1");
  }

  @Test
  void B37_temporaryViewsAreInNoCatalog() {
    project
        .sql(
            "CREATE TEMPORARY VIEW v AS SELECT 1 AS x; CREATE MATERIALIZED VIEW m AS SELECT * FROM v;")
        .run();
    assertThat(project.rows("SHOW TABLES").toString()).contains("|m|").doesNotContain("|v|");
    assertThat(problemsOf(() -> project.rows("SELECT * FROM v")))
        .singleElement()
        .asString()
        .startsWith("TABLE_OR_VIEW_NOT_FOUND");
  }

  @Test
  void B41_USEHoldsForItsFileOnly() {
    project
        .sql("USE SCHEMA other; CREATE MATERIALIZED VIEW a AS SELECT 1 AS x;")
        .file("transformations/zz.sql", "CREATE MATERIALIZED VIEW b AS SELECT x FROM other.a;")
        .run();
    assertThat(project.rows("SELECT * FROM main.other.a")).containsExactly("1");
    assertThat(project.rows("SELECT * FROM main.default.b")).containsExactly("1");
  }

  @Test
  void B45_groupsOverDatasetsHaveTheirNulls() {
    project
        .sql(
            RAW
                + """
                CREATE MATERIALIZED VIEW m AS
                  SELECT id % 2 AS odd, count(*) AS n FROM raw GROUP BY ROLLUP (id % 2);
                """)
        .run();
    assertThat(project.rows("SELECT * FROM m")).containsExactly("0|1", "1|2", "null|3");
  }

  @Test
  void B49_otherStatementsAndClausesAreToldByName() {
    project.sql(
        """
        CREATE TABLE t AS SELECT 1 AS x;
        INSERT INTO t VALUES (1);
        CREATE MATERIALIZED VIEW m LOCATION '/x' AS SELECT 1 AS x;
        """);
    assertThat(project.problems()).hasSize(3).allMatch(p -> !p.startsWith("PARSE_SYNTAX_ERROR"));
  }

  @Test
  void B50_aChainOfStreams() {
    project
        .landed("2.json", "{\"id\": 4}", "{\"id\": 5}", "{\"id\": 6}", "{\"id\": 7}", "{\"id\": 8}")
        .sql(
            RAW
                + """
                CREATE STREAMING TABLE evens AS SELECT id FROM STREAM raw WHERE id % 2 = 0;
                CREATE STREAMING TABLE fours AS SELECT id * 2 AS id FROM STREAM evens;
                CREATE MATERIALIZED VIEW eights AS SELECT id * 2 AS id FROM fours;
                """)
        .run();
    assertThat(project.ordered("SELECT id FROM eights ORDER BY id"))
        .containsExactly("8", "16", "24", "32");
  }

  @Test
  void B52_aFailingFlowStopsWhatReadsIt() {
    project.sql(
        RAW
            + """
            CREATE MATERIALIZED VIEW branch_1 AS SELECT id FROM raw;
            CREATE MATERIALIZED VIEW branch_2 AS SELECT id / (id - 1) AS q FROM raw;
            CREATE MATERIALIZED VIEW x AS SELECT * FROM branch_2;
            CREATE MATERIALIZED VIEW z AS SELECT * FROM x UNION ALL SELECT id FROM raw;
            """);
    UpdateResult result = project.run(UpdateRequest.all());
    assertThat(result.tables())
        .extracting(t -> t.name().table() + " " + t.state())
        .containsExactlyInAnyOrder(
            "raw COMPLETED", "branch_1 COMPLETED", "branch_2 FAILED", "x SKIPPED", "z SKIPPED");
  }

  /**
   * Spark refuses a flow whose streams are others than before; here each row is read once anyway.
   */
  @Test
  void B54_streamsOfAFlowComeAndGo() {
    String both =
        RAW
            + """
            CREATE STREAMING TABLE other (id BIGINT);
            CREATE FLOW o AS INSERT INTO ONCE other BY NAME SELECT 100L AS id;
            CREATE STREAMING TABLE t AS
              SELECT id FROM STREAM raw UNION ALL SELECT id FROM STREAM other;
            """;
    String one = both.replace(" UNION ALL SELECT id FROM STREAM other", "");
    project.sql(one).run();
    project.sql(both).run();
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "100", "2", "3");

    project.sql(one).run();
    project.rows("INSERT INTO other VALUES (101)");
    project.landed("2.json", "{\"id\": 4}").run();
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "100", "2", "3", "4");
    project.sql(both).run();
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "100", "101", "2", "3", "4");
  }

  @Test
  void B56_aFullJoinOfTwoDatasets() {
    project
        .sql(
            RAW
                + """
                CREATE MATERIALIZED VIEW doubled AS SELECT id * 2 AS nums FROM raw;
                CREATE MATERIALIZED VIEW texts AS SELECT id AS n, concat(id, 'x') AS text FROM raw;
                CREATE MATERIALIZED VIEW j AS
                  SELECT nums, text FROM doubled FULL OUTER JOIN texts ON nums = n;
                """)
        .run();
    assertThat(project.rows("SELECT * FROM j"))
        .containsExactly("2|2x", "4|null", "6|null", "null|1x", "null|3x");
  }

  @Test
  void B57_partsOfAPipelineAtATime() {
    project.sql(
        RAW
            + """
            CREATE MATERIALIZED VIEW copy AS SELECT id FROM raw;
            CREATE MATERIALIZED VIEW max_evens AS SELECT max(id) AS m FROM raw WHERE id % 2 = 0;
            """);
    project.run(new UpdateRequest(List.of("raw", "copy"), List.of(), false, true));
    assertThat(project.rows("SHOW TABLES").toString()).doesNotContain("max_evens");
    project.landed("2.json", "{\"id\": 4}");
    project.run(new UpdateRequest(List.of("raw", "max_evens"), List.of(), false, true));

    assertThat(project.rows("SELECT count(*) FROM raw")).containsExactly("4");
    assertThat(project.rows("SELECT count(*) FROM copy")).containsExactly("3");
    assertThat(project.rows("SELECT m FROM max_evens")).containsExactly("4");
  }

  @Test
  void B59_aSelectionDoesNotContradictItself() {
    project.sql("CREATE MATERIALIZED VIEW a AS SELECT 1 AS x;");
    assertThat(
            problemsOf(
                () ->
                    project.run(
                        new UpdateRequest(List.of("a"), List.of("main.default.A"), false, true))))
        .isNotEmpty();
    assertThat(
            problemsOf(() -> project.run(new UpdateRequest(List.of("a"), List.of(), true, true))))
        .isNotEmpty();
  }

  @Test
  void B05_whatReadsADefinitionThatWasNotUnderstoodFailedBecauseOfIt() {
    project.sql(
        """
        CREATE MATERIALIZED VIEW a AS SELECT 1 AS x FROM;
        CREATE MATERIALIZED VIEW b (x INT, x INT) AS SELECT 1 AS x;
        CREATE MATERIALIZED VIEW c AS SELECT x FROM b;
        CREATE MATERIALIZED VIEW d AS SELECT x FROM c;
        CREATE MATERIALIZED VIEW e LOCATION '/x' AS SELECT 1 AS x;
        CREATE MATERIALIZED VIEW f AS SELECT x FROM e;
        """);
    assertThat(project.problems()).anyMatch(p -> p.startsWith("UPSTREAM_FAILED"));
    assertThat(project.problems()).noneMatch(p -> p.startsWith("TABLE_OR_VIEW_NOT_FOUND"));
  }

  @Test
  void SQL_60_SQL_61_aOnceFlowRunsOnceUntilAFullRefresh() {
    String flows =
        RAW
            + """
            CREATE STREAMING TABLE t (id BIGINT);
            CREATE FLOW seed AS INSERT INTO ONCE t BY NAME SELECT 100L AS id;
            CREATE FLOW live AS INSERT INTO t BY NAME SELECT id FROM STREAM raw;
            """;
    project.sql(flows).run();
    project.sql(flows.replace("100L", "200L")).landed("2.json", "{\"id\": 4}").run();
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "100", "2", "3", "4");

    project.fullRefresh("t");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "2", "200", "3", "4");

    project.sql(flows.replace("SELECT 100L AS id", "SELECT id FROM STREAM raw"));
    assertThat(project.problems()).singleElement().asString().startsWith("INVALID_FLOW_QUERY_TYPE");
    project.sql(flows.replace("SELECT id FROM STREAM raw;", "SELECT id FROM raw;"));
    assertThat(project.problems()).singleElement().asString().startsWith("INVALID_FLOW_QUERY_TYPE");
  }

  @Test
  void SQL_46_SQL_47_MV_7_aViewIsItsQueryAndNothingElse() {
    String sums =
        "CREATE MATERIALIZED VIEW m AS SELECT sum(v) AS s, count(DISTINCT v) AS n FROM t;";
    String table =
        "CREATE STREAMING TABLE t (v INT); CREATE FLOW f AS INSERT INTO ONCE t BY NAME SELECT 5 AS v;";
    project.sql(table + sums).run();
    project.rows("INSERT INTO t VALUES (NULL)");
    project.rows("DELETE FROM t WHERE v = 5");
    project.run();
    assertThat(project.rows("SELECT * FROM m")).containsExactly("null|0");
    assertThat(project.rows("SHOW COLUMNS IN m")).containsExactly("n", "s");

    project.sql(table + sums.replace("sum(v)", "count(*)")).run();
    assertThat(project.rows("SELECT * FROM m")).containsExactly("1|0");
  }
}
