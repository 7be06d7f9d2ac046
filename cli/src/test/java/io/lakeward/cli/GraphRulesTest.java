/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static io.lakeward.cli.TestProject.problemsOf;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.lakeward.engine.PipelineEngine;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How datasets find each other, and what is said when they do not; names are those of Spark. */
class GraphRulesTest {
  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project = new TestProject(folder).landed("1.json", "{\"id\": 1}");
  }

  @Test
  void GR_01_causesAreToldApartFromWhatFollowsFromThem() {
    project.sql(
        """
        CREATE MATERIALIZED VIEW b AS SELECT * FROM nope;
        CREATE MATERIALIZED VIEW c AS SELECT * FROM b;
        CREATE MATERIALIZED VIEW d AS SELECT 1 AS x;
        CREATE MATERIALIZED VIEW e AS SELECT y FROM d;
        CREATE MATERIALIZED VIEW f AS SELECT * FROM e;
        """);

    assertThat(project.problems())
        .containsExactly(
            "TABLE_OR_VIEW_NOT_FOUND Table or view main.default.nope does not exist.",
            "UPSTREAM_FAILED main.default.c is not resolved because it reads main.default.b, which"
                + " has errors.",
            "UNRESOLVED_COLUMN Column y cannot be resolved: no input has it.",
            "UPSTREAM_FAILED main.default.f is not resolved because it reads main.default.e, which"
                + " has errors.");
    assertThat(folder.resolve(".lakeward/warehouse")).doesNotExist();
  }

  @Test
  void GR_06_lettersMayDifferAndNamesMayHoldBlanks() {
    project
        .sql(
            """
            CREATE MATERIALIZED VIEW Orders AS SELECT 1 AS Id;
            CREATE MATERIALIZED VIEW `daily orders-2026` AS SELECT ID FROM ORDERS;
            CREATE MATERIALIZED VIEW r AS SELECT id FROM `Daily Orders-2026`;
            """)
        .run();

    assertThat(project.rows("SELECT id FROM r")).containsExactly("1");
    assertThat(project.rows("SHOW TABLES LIKE 'daily*'"))
        .containsExactly("default|daily orders-2026|false");
    try (PipelineEngine engine = project.open()) {
      assertThat(engine.lineage())
          .anyMatch(
              flow ->
                  flow.target().table().equals("r")
                      && flow.columns().get("id").toString().contains("daily orders-2026"));
    }
  }

  @Test
  void B33_rowsAreLaidOutByColumnsThatTheTableHas() {
    project.sql(
        """
        CREATE MATERIALIZED VIEW a CLUSTER BY (nope) AS SELECT 1 AS x;
        CREATE MATERIALIZED VIEW b PARTITIONED BY (xx) AS SELECT 1 AS x, 2 AS y;
        CREATE MATERIALIZED VIEW c PARTITIONED BY (X) AS SELECT 1 AS x, 2 AS y;
        """);
    assertThat(project.problems()).hasSize(2).allMatch(p -> p.startsWith("UNRESOLVED_COLUMN"));

    project.sql("CREATE MATERIALIZED VIEW a CLUSTER BY (x) PARTITIONED BY (x) AS SELECT 1 AS x;");
    assertThat(project.problems())
        .singleElement()
        .asString()
        .contains("SPECIFY_CLUSTER_BY_WITH_PARTITIONED_BY_IS_NOT_ALLOWED");
  }

  @Test
  void B32_partitionsOfAStreamingTableChangeByFullRefreshOnly() {
    String table =
        "CREATE STREAMING TABLE t %s AS SELECT id, 'a' AS k FROM STREAM"
            + " read_files('/Volumes/main/default/landing/a', format => 'json');";
    project.sql(table.formatted("PARTITIONED BY (k)")).run();
    project.sql(table.formatted("")).landed("2.json", "{\"id\": 2}");

    assertThat(problemsOf(project::run))
        .singleElement()
        .asString()
        .startsWith("INCOMPATIBLE_SCHEMA CANNOT_UPDATE_PARTITION_COLUMNS");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1");
    project.fullRefresh("t");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "2");
  }

  @Test
  void B48_aPublishedViewNamesItsColumns() {
    project.sql(
        """
        CREATE VIEW a AS SELECT 1 + 1;
        CREATE VIEW b (n) AS SELECT 1 + 1;
        CREATE VIEW c AS SELECT 1 + 1 AS n, m.* FROM m;
        CREATE MATERIALIZED VIEW m AS SELECT 1 AS x;
        """);

    assertThat(project.problems())
        .containsExactly(
            "ANALYSIS_ERROR CREATE_PERMANENT_VIEW_WITHOUT_ALIAS: the column (1 + 1) of view"
                + " main.default.a has no name.");
  }

  @Test
  void B28_aColumnListThatDoesNotFitTheQueryIsToldOnce() {
    project.sql("CREATE MATERIALIZED VIEW m (a, b) AS SELECT 1, 2, 3;");
    assertThat(project.problems())
        .containsExactly(
            "INCOMPATIBLE_SCHEMA main.default.m declares 2 columns, but the query gives 3.");

    project.sql("CREATE MATERIALIZED VIEW m (x INT) AS SELECT true AS x, 1 AS y;");
    assertThat(project.problems())
        .hasSize(2)
        .allMatch(
            p ->
                p.startsWith(
                    "INCOMPATIBLE_SCHEMA USER_SPECIFIED_AND_INFERRED_SCHEMA_NOT_COMPATIBLE"));
  }

  @Test
  void aNameThatIsNearlyRightIsMeantOnce() {
    project.sql("CREATE MATERIALIZED VIEW orders AS SELECT 1 AS x;").run();
    project.sql(
        """
        CREATE MATERIALIZED VIEW orders AS SELECT 1 AS x;
        CREATE MATERIALIZED VIEW r AS SELECT * FROM ordrs;
        """);

    try {
      project.open().validate();
    } catch (ProjectException e) {
      assertThat(e.problems().get(0).fix()).contains("Did you mean main.default.orders?");
      return;
    }
    throw new AssertionError("ordrs was found");
  }

  @Test
  void SQL_25_changesOfAnAutoCdcTargetAreNotSkipped() {
    project.sql(
        """
        CREATE STREAMING TABLE raw AS SELECT id, id AS seq
          FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json');
        CREATE STREAMING TABLE current;
        CREATE FLOW f AS AUTO CDC INTO current FROM STREAM(raw) KEYS (id) SEQUENCE BY seq;
        CREATE STREAMING TABLE reader AS SELECT id FROM STREAM current WITH (SKIPCHANGECOMMITS);
        """);

    assertThat(project.problems())
        .contains(
            "ANALYSIS_ERROR The rows of current are changed by AUTO CDC; a stream that skips"
                + " changes would miss them.");
  }

  @Test
  void B40_namesOfOneTwoAndThreePartsMeanTheSameDataset() {
    project
        .file(
            "transformations/other.sql",
            """
            USE SCHEMA s;
            CREATE MATERIALIZED VIEW one AS SELECT x FROM base;
            CREATE MATERIALIZED VIEW two AS SELECT x FROM s.base;
            CREATE MATERIALIZED VIEW three AS SELECT x FROM main.s.base;
            CREATE MATERIALIZED VIEW base AS SELECT 1 AS x;
            """)
        .sql("CREATE MATERIALIZED VIEW four AS SELECT count(*) AS n FROM s.one, s.two, s.three;")
        .run();

    assertThat(project.rows("SELECT n FROM four")).containsExactly("1");
  }

  @Test
  void B44_aCommonTableExpressionHidesADatasetOfItsName() {
    project
        .sql(
            """
            CREATE MATERIALIZED VIEW a AS SELECT 1 AS x;
            CREATE MATERIALIZED VIEW b AS
              WITH a AS (SELECT x + 1 AS x FROM a), c AS (WITH a AS (SELECT 10 AS x) SELECT x FROM a)
              SELECT a.x AS ax, c.x AS cx, (SELECT max(x) FROM a) AS m FROM a, c;
            """)
        .run();

    assertThat(project.rows("SELECT * FROM b")).containsExactly("2|10|2");
  }

  @Test
  void lineageFollowsColumnsThroughViewsJoinsUnionsAndFunctions() {
    project.sql(
        """
        CREATE STREAMING TABLE raw AS SELECT id, id + 1 AS n
          FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json');
        CREATE TEMPORARY VIEW v AS SELECT id AS key, n FROM raw UNION ALL SELECT 0, id FROM raw;
        CREATE FUNCTION plus(a BIGINT, b BIGINT) RETURN a + b;
        CREATE MATERIALIZED VIEW m AS
          SELECT key, sum(plus(v.n, key)) OVER (PARTITION BY key) AS s, count(*) OVER () AS c,
            (SELECT max(id) FROM raw) AS biggest
          FROM v JOIN raw r ON v.key = r.id WHERE r.n > 0;
        """);

    try (PipelineEngine engine = project.open()) {
      List<String> lines =
          engine.lineage().stream()
              .filter(flow -> flow.target().table().equals("m"))
              .flatMap(flow -> flow.columns().entrySet().stream())
              .map(
                  column ->
                      column.getKey()
                          + " "
                          + column.getValue().stream().map(s -> s.column()).sorted().toList())
              .toList();
      assertThat(lines).containsExactly("key [id]", "s [id, n]", "c []", "biggest [id]");
    }
  }

  @Test
  void SQL_96_jsonWhoseSchemaIsToBeInferredIsRefusedByName() {
    project.sql(
        "CREATE MATERIALIZED VIEW m AS SELECT from_json('{}', NULL, map('schemaLocationKey', 'k'))"
            + " AS j;");
    assertThat(project.problems())
        .containsExactly("NOT_SUPPORTED_YET from_json without a schema is not supported yet.");
  }

  @Test
  void SQL_106_aStreamOfChangesHasNoEnd() {
    project.sql(
        """
        CREATE STREAMING TABLE t (id BIGINT);
        CREATE FLOW f AS INSERT INTO ONCE t BY NAME SELECT 1L AS id;
        CREATE STREAMING TABLE c AS SELECT id FROM STREAM table_changes('t', 0, 3);
        """);
    assertThatThrownBy(() -> project.open().validate())
        .isInstanceOfSatisfying(
            ProjectException.class,
            e ->
                assertThat(e.problems())
                    .singleElement()
                    .matches(p -> p.code() == ProblemCode.SOURCE_OPTION_INVALID)
                    .matches(p -> p.fix().orElse("").startsWith("Leave the last version out")));
  }

  /** Spark's parser makes a constant of such a literal; tomorrow it is another one. */
  @ParameterizedTest
  @ValueSource(strings = {"DATE'today'", "cast(' Yesterday' AS DATE)", "current_date()"})
  void MV_4_aViewOfTheClockIsComputedAnew(String day) {
    project.sql("CREATE MATERIALIZED VIEW m AS SELECT %s AS d;".formatted(day));
    project.run();

    assertThat(project.run().tables().get(0).changed()).isTrue();
  }

  @Test
  void MV_4_aViewOfConstantsIsNot() {
    project.sql("CREATE MATERIALIZED VIEW m AS SELECT DATE'2026-01-01' AS today, 'known' AS now;");
    project.run();

    assertThat(project.run().tables().get(0).changed()).isFalse();
  }

  @Test
  void SQL_11_typesThatCannotPartitionAreToldBeforeAnythingRuns() {
    project.sql(
        "CREATE MATERIALIZED VIEW m PARTITIONED BY (at) AS SELECT 1 AS id, TIMESTAMP'2026-01-01 00:00:00' AS at;");

    assertThat(project.problems())
        .singleElement(as(STRING))
        .contains("NOT_SUPPORTED_YET", "partitioned by at, whose type TIMESTAMP");
  }
}
