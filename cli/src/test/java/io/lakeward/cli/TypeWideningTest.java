/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import static io.lakeward.cli.TestProject.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streaming tables whose query gives other types than before. */
class TypeWideningTest {
  private static final String WIDENING = " TBLPROPERTIES (delta.enableTypeWidening = true) ";

  @TempDir private Path folder;
  private TestProject project;

  @BeforeEach
  void makeProject() {
    project = new TestProject(folder);
    project.landed("1.json", "{\"id\": 1}");
  }

  private TestProject table(String properties, String columns) {
    return project.sql(
        "CREATE STREAMING TABLE t"
            + properties
            + " AS SELECT "
            + columns
            + " FROM STREAM read_files('/Volumes/main/default/landing/a', format => 'json',"
            + " schema => 'id BIGINT');"
            + "CREATE STREAMING TABLE reader"
            + properties.replaceAll("PARTITIONED BY [(]\\w+[)]", "")
            + " AS SELECT id FROM STREAM t;"
            + "CREATE MATERIALIZED VIEW total AS SELECT sum(id) AS n FROM t WHERE id < 3000000000;");
  }

  @Test
  void aTableThatAllowsItTakesTheWiderTypeAndSoDoItsReaders() {
    String narrow =
        "CAST(id AS INT) AS id, CAST(id AS FLOAT) AS f, CAST(id AS DECIMAL(5,2)) AS d, array(struct(CAST(id AS INT) AS x)) AS a";
    table("", narrow).run();
    project.landed("2.json", "{\"id\": 3000000000}", "{\"id\": 2}");
    table(
            WIDENING,
            narrow.replace("INT", "BIGINT").replace("FLOAT", "DOUBLE").replace("5,2", "20,4"))
        .run();

    assertThat(project.rows("SELECT id, f, d, a[0].x FROM t"))
        .containsExactly(
            "1|1.0|1.0000|1", "2|2.0|2.0000|2", "3000000000|3.0E9|3000000000.0000|3000000000");
    assertThat(project.rows("SELECT id FROM t WHERE id > 1 AND f < 3 AND d < 3.5"))
        .containsExactly("2");
    assertThat(project.rows("SELECT * FROM reader")).containsExactly("1", "2", "3000000000");
    assertThat(project.rows("SELECT * FROM total")).containsExactly("3");
    assertThat(project.run().changedAnything()).isFalse();
    project.rows("UPDATE t SET id = 9 WHERE id = 1; SELECT 1");
    assertThat(project.rows("SELECT id FROM t")).containsExactly("2", "3000000000", "9");
  }

  @Test
  void wholeNumbersGetFractionsAndDaysGetTimes() {
    String first =
        "CAST(id AS INT) AS id, CAST(id AS INT) AS n, date_add(DATE'2024-01-31', CAST(id AS INT)) AS day";
    table("", first).run();
    project.landed("2.json", "{\"id\": 2}");
    table(
            WIDENING,
            "CAST(id AS DOUBLE) + 0.25 AS id, CAST(id + 0.5 AS DECIMAL(12, 2)) AS n,"
                + " CAST('2024-02-02 03:04:05' AS TIMESTAMP_NTZ) AS day")
        .run();

    assertThat(project.rows("SELECT id, n, day, typeof(day) FROM t"))
        .containsExactly(
            "1.0|1.00|2024-02-01T00:00|timestamp_ntz",
            "2.25|2.50|2024-02-02T03:04:05|timestamp_ntz");
    assertThat(project.rows("SELECT id FROM t WHERE id > 1 AND n > 1 AND day > '2024-02-01 12:00'"))
        .containsExactly("2.25");
    assertThat(project.rows("SELECT * FROM reader")).containsExactly("1.0", "2.25");
    assertThat(project.rows("SELECT * FROM total")).containsExactly("3.25");
    assertThat(project.run().changedAnything()).isFalse();
  }

  /** Its values are names of folders, in the form of the old type. */
  @Test
  void aPartitionColumnThatWouldGetTimesIsRefusedAndTheTableStaysAsItWas() {
    String days = " PARTITIONED BY (day)" + WIDENING;
    table(days, "id, DATE'2024-01-31' AS day").run();
    project.landed("2.json", "{\"id\": 2}");
    table(days, "id, TIMESTAMP_NTZ'2024-02-02 03:04:05' AS day");

    assertThat(problemsOf(project::run))
        .first()
        .asString()
        .contains("NOT_SUPPORTED_YET", "partitioned by day", "TIMESTAMP_NTZ");
    assertThat(project.rows("SELECT * FROM t")).containsExactly("1|2024-01-31");
  }

  @Test
  void withoutThePropertyTheErrorTellsTheWaysOut() {
    table("", "CAST(id AS INT) AS id").run();
    table("", "id");

    assertThat(problemsOf(project::run))
        .first()
        .asString()
        .contains("INCOMPATIBLE_SCHEMA", "`id`", "INT", "BIGINT");
    try {
      project.run();
    } catch (ProjectException e) {
      assertThat(e.problems().get(0).fix().orElseThrow())
          .contains(
              "TBLPROPERTIES (delta.enableTypeWidening = true)", "--full-refresh t", "to INT");
    }
  }

  @Test
  void aNarrowerTypeIsStoredAsTheOneThatIsThere() {
    table("", "id").run();
    project.landed("2.json", "{\"id\": 2}");
    table("", "CAST(id AS INT) AS id").run();

    assertThat(project.rows("SELECT id, typeof(id) FROM t"))
        .containsExactly("1|bigint", "2|bigint");
  }

  @Test
  void aTypeThatDoesNotFitIsRefusedWithTheProperty() {
    table(WIDENING, "id").run();
    table(WIDENING, "CAST(id AS STRING) AS id");

    assertThat(problemsOf(project::run))
        .first()
        .asString()
        .contains("INCOMPATIBLE_SCHEMA", "BIGINT", "STRING");
  }
}
