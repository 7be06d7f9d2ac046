/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static io.lakeward.cli.TestProject.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.update.UpdateResult;
import io.lakeward.model.problem.ProblemCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of tables when pipelines, sources and definitions change. */
class LifecycleTest {
  private static final String FILES =
      "FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json')";
  private static final String RAW =
      "CREATE OR REFRESH STREAMING TABLE raw AS SELECT id " + FILES + ";\n";

  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project = new TestProject(folder).landed("1.json", "{\"id\": 1}", "{\"id\": 2}", "{\"id\": 3}");
  }

  @Test
  void LIFE_1_aTableWithoutDefinitionIsInactiveUntilItIsDefinedAgain() {
    String reader = "CREATE STREAMING TABLE t AS SELECT id FROM STREAM raw;\n";
    project.sql(RAW + reader).run();

    project.sql(RAW).run();
    assertThat(project.rows("SELECT count(*) FROM t")).containsExactly("3");
    assertThat(project.rows("DESCRIBE EXTENDED t")).anyMatch(r -> r.startsWith("Status|INACTIVE"));

    project.landed("2.json", "{\"id\": 4}").run();
    assertThat(project.rows("SELECT count(*) FROM t")).containsExactly("3");
    long versions = project.rows("DESCRIBE HISTORY t").size();
    project.run();
    assertThat(project.rows("DESCRIBE HISTORY t")).hasSize((int) versions);

    project.sql(RAW + reader).run();
    assertThat(project.rows("SELECT count(*) FROM t")).containsExactly("4");
    assertThat(project.rows("DESCRIBE EXTENDED t")).noneMatch(r -> r.startsWith("Status|"));
  }

  @Test
  void LIFE_1_whoReadsATableThatIsNotDefinedAnyMoreIsTold() {
    String middle = "CREATE STREAMING TABLE middle AS SELECT id FROM STREAM raw;\n";
    String last = "CREATE MATERIALIZED VIEW last AS SELECT count(*) AS n FROM middle;\n";
    project.sql(RAW + middle + last).run();

    project.sql(RAW + last);

    assertThat(project.problems())
        .containsExactly(
            "TABLE_OR_VIEW_NOT_FOUND Table or view main.default.middle is not defined in this"
                + " pipeline any more; its table is inactive.");
  }

  @Test
  void LIFE_1_inactiveTablesAreDroppedIfTheSettingsSaySo() {
    project.sql(RAW + "CREATE MATERIALIZED VIEW m AS SELECT count(*) AS n FROM raw;").run();
    project
        .file("pipeline.yml", "name: p\nconfiguration:\n  pipelines.dropInactiveTables: true\n")
        .sql(RAW)
        .run();

    assertThat(project.rows("SHOW TABLES")).containsExactly("default|raw|false");
    project.session("UNDROP MATERIALIZED VIEW m");
    assertThat(project.rows("SELECT n FROM m")).containsExactly("3");
  }

  @Test
  void GR_07_aTableThatSomebodyElseMadeIsNotTouched() {
    project.sql(RAW);
    project.session("CREATE TABLE raw AS SELECT 7 AS other");

    assertThat(problemsOf(project::run))
        .singleElement()
        .asString()
        .startsWith("TABLE_OWNED_BY_ANOTHER");
    assertThat(project.rows("SELECT * FROM raw")).containsExactly("7");

    UpdateResult startedOver = project.fullRefresh();
    assertThat(startedOver.tables().get(0).problem().orElseThrow().code())
        .isEqualTo(ProblemCode.TABLE_OWNED_BY_ANOTHER);
    assertThat(project.rows("SELECT * FROM raw")).containsExactly("7");
  }

  @Test
  void STR_07_aSourceThatWasMadeAnewIsAnotherTable() {
    project.sql("CREATE STREAMING TABLE t AS SELECT id FROM STREAM src;");
    project.session("CREATE TABLE src (id INT); INSERT INTO src VALUES (1), (2)");
    project.run();
    project.session("DROP TABLE src; CREATE TABLE src (id INT); INSERT INTO src VALUES (8), (9)");

    assertThat(problemsOf(project::run))
        .singleElement()
        .asString()
        .startsWith("SOURCE_TABLE_CHANGED")
        .contains("made anew");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "2");
    project.fullRefresh("t");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("8", "9");
  }

  @Test
  void STR_08_aColumnAddedToAStreamedTableComesToTheTarget() {
    project.sql("CREATE STREAMING TABLE t AS SELECT * FROM STREAM src;");
    project.session(
        "CREATE TABLE src (id INT, v STRING); INSERT INTO src VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    project.run();
    project.session("ALTER TABLE src ADD COLUMN w INT; INSERT INTO src VALUES (4, 'd', 40)");
    project.run();

    assertThat(project.rows("SELECT * FROM t"))
        .containsExactly("1|a|null", "2|b|null", "3|c|null", "4|d|40");
    UpdateResult again = project.run();
    assertThat(again.changedAnything()).isFalse();
  }

  @Test
  void STR_10_aSecondFlowReadsItsSourceAndLeavesTheFirstAlone() {
    String table =
        RAW
            + "CREATE STREAMING TABLE t;\n"
            + "CREATE FLOW %s AS INSERT INTO t BY NAME SELECT id FROM STREAM raw;\n";
    project.sql(table.formatted("eu")).run();
    String us =
        "CREATE FLOW us AS INSERT INTO t BY NAME SELECT id + 10 AS id FROM STREAM raw WHERE id <"
            + " 3;";

    project.sql(table.formatted("eu") + us).run();
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "11", "12", "2", "3");

    project.sql(table.formatted("eu2") + us).run();
    assertThat(project.rows("SELECT count(*) FROM t")).containsExactly("8");
  }

  @Test
  void STR_11_aFullRefreshReadsWhatTheSourceStillHasUnlessTheTableForbidsIt() {
    project.sql(RAW).run();
    project.delete("volumes/main/default/landing/a/1.json").landed("2.json", "{\"id\": 4}");
    project.fullRefresh();
    assertThat(project.rows("SELECT id FROM raw")).containsExactly("4");

    project
        .sql(
            "CREATE STREAMING TABLE raw TBLPROPERTIES (pipelines.reset.allowed = false) AS SELECT"
                + " id "
                + FILES
                + ";")
        .landed("3.json", "{\"id\": 5}")
        .run();
    project.delete("volumes/main/default/landing/a/2.json");
    project.fullRefresh();
    assertThat(project.rows("SELECT id FROM raw")).containsExactly("4", "5");
    assertThat(problemsOf(() -> project.fullRefresh("raw")))
        .singleElement()
        .asString()
        .startsWith("TABLE_NOT_RESETTABLE");
  }

  @Test
  void CON_11_aChangedQueryHoldsForRowsThatComeLater() {
    project.sql(RAW + "CREATE STREAMING TABLE t AS SELECT id, 'old' AS q FROM STREAM raw;").run();
    project
        .sql(
            RAW + "CREATE STREAMING TABLE t AS SELECT id, 'new' AS q, id * 2 AS d FROM STREAM raw;")
        .landed("2.json", "{\"id\": 4}")
        .run();

    assertThat(project.rows("SELECT * FROM t"))
        .containsExactly("1|old|null", "2|old|null", "3|old|null", "4|new|8");
    project.sql(RAW + "CREATE STREAMING TABLE t AS SELECT id FROM STREAM raw;").run();
    assertThat(project.rows("SHOW COLUMNS IN t")).containsExactly("d", "id", "q");
  }

  @Test
  void B30_aTypeThatDoesNotFitTellsOfTheFullRefresh() {
    project.sql("CREATE STREAMING TABLE t AS SELECT CAST(id AS INT) AS id " + FILES + ";").run();
    project
        .sql("CREATE STREAMING TABLE t AS SELECT CAST(id AS STRING) AS id " + FILES + ";")
        .landed("2.json", "{\"id\": 4}");

    assertThat(problemsOf(project::run))
        .singleElement()
        .asString()
        .startsWith("INCOMPATIBLE_SCHEMA");
    project.fullRefresh("t");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("1", "2", "3", "4");
  }

  @Test
  void B31_aViewHasTheColumnsOfItsQueryAndNoOthers() {
    project.sql("CREATE MATERIALIZED VIEW m AS SELECT 1 AS x, true AS b;").run();
    project.sql("CREATE MATERIALIZED VIEW m AS SELECT 2 AS y, 3 AS b;").run();

    assertThat(project.rows("SELECT * FROM m")).containsExactly("2|3");
    assertThat(project.rows("SHOW COLUMNS IN m")).containsExactly("b", "y");
  }

  @Test
  void B51_anEmptyStreamMakesAnEmptyTable() {
    project.sql("CREATE STREAMING TABLE t AS SELECT id FROM STREAM src;");
    project.session("CREATE TABLE src (id INT)");
    project.run();

    assertThat(project.rows("SELECT * FROM t")).isEmpty();
  }

  @Test
  void tablesOfNoPipelineAreMadeAndChangedBySql() {
    project.session(
        """
        CREATE SCHEMA IF NOT EXISTS shop;
        USE SCHEMA shop;
        CREATE TABLE t (id INT NOT NULL COMMENT 'key', v STRING DEFAULT 'd') COMMENT 'mine';
        INSERT INTO t (id) VALUES (1);
        CREATE TABLE IF NOT EXISTS t AS SELECT 9 AS x;
        CREATE OR REPLACE VIEW w AS SELECT id + 1 AS n FROM t;
        ALTER TABLE t ADD COLUMNS (a DATE, b INT COMMENT 'b');
        CREATE TABLE copy PARTITIONED BY (v) AS SELECT * FROM t;
        """);

    assertThat(project.rows("SELECT * FROM shop.t")).containsExactly("1|d|null|null");
    assertThat(project.rows("SELECT n FROM shop.w")).containsExactly("2");
    assertThat(project.rows("SELECT id, v FROM shop.copy")).containsExactly("1|d");
    assertThat(problemsOf(() -> project.session("CREATE TABLE shop.t (x INT)")))
        .singleElement()
        .asString()
        .startsWith("TABLE_OR_VIEW_ALREADY_EXISTS");
    project.session("TRUNCATE TABLE shop.t; CREATE OR REPLACE TABLE shop.copy AS SELECT 2 AS y");
    assertThat(project.rows("SELECT * FROM shop.t")).isEmpty();
    assertThat(project.rows("SELECT * FROM shop.copy")).containsExactly("2");
    project.session("DROP VIEW shop.w; DROP TABLE IF EXISTS shop.nope");
    assertThat(project.rows("SHOW TABLES IN shop"))
        .containsExactly("shop|copy|false", "shop|t|false");
  }

  @Test
  void LIFE_10_aVacuumDeletesWhatNoVersionHasAnyMore() {
    project
        .landed("1.json", "{\"id\": 1}", "{\"id\": 2}")
        .sql(
            """
            CREATE STREAMING TABLE t AS
              SELECT id FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json');
            CREATE MATERIALIZED VIEW m AS SELECT id FROM t;
            """)
        .run();
    project.session("DELETE FROM t WHERE id = 1");
    project.run();

    assertThat(project.rows("VACUUM t RETAIN 168 HOURS DRY RUN")).isEmpty();
    assertThat(problemsOf(() -> project.session("VACUUM t RETAIN 0 HOURS")))
        .singleElement()
        .asString()
        .startsWith("STATEMENT_NOT_ALLOWED");
    String atOnce = "SET spark.databricks.delta.retentionDurationCheck.enabled = false; ";
    assertThat(project.rows(atOnce + "VACUUM t RETAIN 0 HOURS DRY RUN")).hasSize(1);
    project.session(atOnce + "VACUUM t RETAIN 0 HOURS; VACUUM m RETAIN 0 HOURS");
    assertThat(project.rows(atOnce + "VACUUM m RETAIN 0 HOURS DRY RUN")).isEmpty();
    assertThat(project.rows("SELECT id FROM t")).containsExactly("2");
    assertThat(project.rows("SELECT id FROM m")).containsExactly("2");
    assertThat(problemsOf(() -> project.rows("SELECT id FROM t VERSION AS OF 0"))).hasSize(1);
  }

  @Test
  void PROP_6_theChangeFeedOfAViewIsRefusedByName() {
    project.sql(
        "CREATE MATERIALIZED VIEW m TBLPROPERTIES (pipelines.externalMetadata.enabled = true) AS"
            + " SELECT 1 AS x;");
    assertThat(project.problems()).singleElement().asString().startsWith("NOT_SUPPORTED_YET");
  }

  @Test
  void SQL_16_aMaskOrFilterThatIsAddedHoldsAlsoWhereNoRowChanges() {
    String tables =
        """
        CREATE FUNCTION hide(v STRING) RETURN '***';
        CREATE FUNCTION none(v STRING) RETURN false;
        CREATE MATERIALIZED VIEW masked (id BIGINT, v STRING) AS SELECT id, 'a' AS v FROM raw;
        CREATE MATERIALIZED VIEW filtered (id BIGINT, v STRING) AS SELECT id, 'a' AS v FROM raw;
        CREATE STREAMING TABLE stream (id BIGINT, v STRING) AS SELECT id, 'a' AS v FROM STREAM raw;
        CREATE STREAMING TABLE changed (id BIGINT, v STRING)
          FLOW AUTO CDC FROM STREAM(stream) KEYS (id) SEQUENCE BY id;
        CREATE MATERIALIZED VIEW reader AS SELECT v FROM masked WHERE id = 1;
        """;
    project.sql(RAW + tables);
    project.run();
    assertThat(project.rows("SELECT v FROM reader")).containsExactly("a");

    project.sql(
        RAW
            + tables
                .replace("filtered (id BIGINT, v STRING)", "filtered WITH ROW FILTER none ON (v)")
                .replace("v STRING) AS", "v STRING MASK hide) AS")
                .replace("v STRING)\n", "v STRING MASK hide)\n"));
    project.run();
    for (String table : List.of("masked", "stream", "changed")) {
      assertThat(project.rows("SELECT * FROM " + table))
          .as(table)
          .containsExactlyInAnyOrder("1|***", "2|***", "3|***");
    }
    assertThat(project.rows("SELECT * FROM filtered")).isEmpty();
    assertThat(project.rows("SELECT v FROM reader")).containsExactly("***");
  }
}
