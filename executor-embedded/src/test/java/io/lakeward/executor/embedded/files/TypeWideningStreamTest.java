/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.update.UpdateResult;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.executor.embedded.quality.QualityProject;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code addNewColumnsWithTypeWidening}: columns get wider types while their tables stay. */
final class TypeWideningStreamTest {
  private static final String WIDENING = "TBLPROPERTIES (delta.enableTypeWidening = true)";

  @TempDir private Path folder;
  private QualityProject project;

  @BeforeEach
  void project() {
    project = new QualityProject(folder);
  }

  private void bronze(String properties, String options) {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE bronze %s AS SELECT * FROM STREAM read_files(
          '/Volumes/main/raw/in', schemaEvolutionMode => 'addNewColumnsWithTypeWidening', %s);
        """
            .formatted(properties, options));
  }

  private UpdateResult good() {
    UpdateResult result = project.run();
    assertThat(result.tables()).allSatisfy(t -> assertThat(t.problem()).isEmpty());
    assertThat(result.state()).isEqualTo(UpdateState.COMPLETED);
    return result;
  }

  private String schema(String table) {
    return project.result("SELECT * FROM " + table).schema().toDDL();
  }

  @Test
  void A5_aLargerNumberMakesTheColumnWider_andNoRowIsRescuedOrLost() {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE bronze %1$s AS SELECT * FROM STREAM read_files(
          '/Volumes/main/raw/in', format => 'csv', schemaEvolutionMode => 'addNewColumnsWithTypeWidening');
        CREATE OR REFRESH STREAMING TABLE silver %1$s AS SELECT id, n FROM STREAM(bronze);
        CREATE OR REFRESH MATERIALIZED VIEW gold AS SELECT n FROM silver;
        """
            .formatted(WIDENING));
    project.land("1.csv", "id,n", "1,7");
    good();
    assertThat(schema("bronze")).startsWith("id INT,n INT");
    project.land("2.csv", "id,n,more", "2,3000000000,x", "3,8,y");
    assertThat(QualityProject.table(good(), "bronze").batches()).isEqualTo(1);
    assertThat(schema("bronze")).startsWith("id INT,n BIGINT").contains("more STRING");
    assertThat(project.rows("SELECT id, n, more, _rescued_data FROM bronze"))
        .containsExactlyInAnyOrder(
            "[1, 7, null, null]", "[2, 3000000000, x, null]", "[3, 8, y, null]");
    assertThat(project.rows("SELECT * FROM silver"))
        .containsExactlyInAnyOrder("[1, 7]", "[2, 3000000000]", "[3, 8]");
    assertThat(schema("gold")).isEqualTo("n BIGINT");
  }

  @Test
  void A5_whatCannotGetWiderIsRescued_asIsWhatAHintPins() {
    bronze(WIDENING, "format => 'csv', schemaHints => 'pinned INT'");
    project.land("1.csv", "n,pinned", "1,1");
    good();
    project.land("2.csv", "n,pinned", "many,2", "1.5,3", "2,3000000000");
    good();
    assertThat(schema("bronze")).startsWith("n INT,pinned INT");
    assertThat(project.rows("SELECT n, pinned, _rescued_data:n, _rescued_data:pinned FROM bronze"))
        .containsExactlyInAnyOrder(
            "[1, 1, null, null]",
            "[null, 2, many, null]",
            "[null, 3, 1.5, null]",
            "[2, null, null, 3000000000]");
  }

  @Test
  void A5_wholeNumbersBecomeOnesWithFractions_alsoIfWhatIsRescuedIsNotAskedFor() throws Exception {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE bronze %1$s AS SELECT id, n FROM STREAM read_files(
          '/Volumes/main/raw/in', format => 'csv', schemaEvolutionMode => 'addNewColumnsWithTypeWidening');
        CREATE OR REFRESH STREAMING TABLE silver %1$s AS SELECT n FROM STREAM(bronze);
        """
            .formatted(WIDENING));
    project.land("1.csv", "id,n", "1,7");
    good();
    project.land("2.csv", "id,n", "2,1.5", "3,9");
    good();
    assertThat(schema("bronze")).isEqualTo("id INT,n DOUBLE");
    assertThat(project.rows("SELECT id, n FROM bronze"))
        .containsExactlyInAnyOrder("[1, 7.0]", "[2, 1.5]", "[3, 9.0]");
    assertThat(project.rows("SELECT sum(n) FROM silver WHERE n > 1.6")).containsExactly("[16.0]");
  }

  @Test
  void A5_anIntegerThatMeetsADecimalKeepsAllItsDigits() throws Exception {
    bronze(WIDENING, "format => 'parquet'");
    parquet("1", "SELECT 2000000000::INTEGER AS i, 9000000000000000000 AS l");
    good();
    parquet("2", "SELECT 123.45::DECIMAL(5, 2) AS i, 1.5::DOUBLE AS l");
    good();
    assertThat(schema("bronze")).startsWith("i DECIMAL(12,2),l BIGINT");
    assertThat(project.rows("SELECT i, l, _rescued_data:l FROM bronze"))
        .containsExactlyInAnyOrder(
            "[2000000000.00, 9000000000000000000, null]", "[123.45, null, 1.5]");
  }

  @Test
  void A5_typesOfFilesThatNameThem() throws Exception {
    bronze(WIDENING, "format => 'parquet'");
    parquet(
        "1",
        "SELECT 1::INTEGER AS i, 1.5::FLOAT AS f, 1.25::DECIMAL(5, 2) AS d, DATE '2026-03-01' AS t");
    good();
    parquet(
        "2",
        "SELECT 5000000000 AS i, 2.5::DOUBLE AS f, 1000000.125::DECIMAL(12, 3) AS d,"
            + " TIMESTAMP '2026-03-01 10:30:00' AS t");
    good();
    assertThat(schema("bronze")).startsWith("i BIGINT,f DOUBLE,d DECIMAL(12,3),t TIMESTAMP_NTZ");
    assertThat(project.rows("SELECT i, f, d, t, _rescued_data FROM bronze"))
        .containsExactlyInAnyOrder(
            "[1, 1.5, 1.250, 2026-03-01T00:00, null]",
            "[5000000000, 2.5, 1000000.125, 2026-03-01T10:30, null]");
  }

  @Test
  void A5_aTableThatMayNotWidenSaysSo_andGoesOnWhenItMay() {
    bronze("", "format => 'csv'");
    project.land("1.csv", "n", "1");
    good();
    project.land("2.csv", "n", "3000000000");
    Problem problem = QualityProject.table(project.run(), "bronze").problem().orElseThrow();
    assertThat(problem.code()).isEqualTo(ProblemCode.INCOMPATIBLE_SCHEMA);
    assertThat(problem.message() + problem.fix().orElse("")).contains("delta.enableTypeWidening");
    assertThat(project.rows("SELECT n FROM bronze")).containsExactly("[1]");
    bronze(WIDENING, "format => 'csv'");
    good();
    assertThat(project.rows("SELECT n, _rescued_data FROM bronze"))
        .containsExactlyInAnyOrder("[1, null]", "[3000000000, null]");
  }

  private void parquet(String name, String query) throws Exception {
    Path file = folder.resolve("volumes/main/raw/in/" + name + ".parquet");
    Files.createDirectories(file.getParent());
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet)");
    }
  }
}
