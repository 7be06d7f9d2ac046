/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.executor.embedded.quality.QualityProject;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of fields that only later files have, for each mode. */
final class SchemaEvolutionTest {
  private static final String IN = "/Volumes/main/raw/in";

  @TempDir private Path folder;
  private QualityProject project;

  @BeforeEach
  void project() {
    project = new QualityProject(folder);
  }

  private void bronze(String options) {
    project.sql(
        "CREATE OR REFRESH STREAMING TABLE bronze AS SELECT * FROM STREAM read_files('"
            + IN
            + "', format => 'json'"
            + options
            + ");");
  }

  private static Problem problem(UpdateResult result, String table) {
    return QualityProject.table(result, table).problem().orElseThrow();
  }

  private UpdateResult good() {
    UpdateResult result = project.run();
    assertThat(result.tables()).allSatisfy(t -> assertThat(t.problem()).isEmpty());
    assertThat(result.state()).isEqualTo(UpdateState.COMPLETED);
    return result;
  }

  @Test
  void A5_addNewColumns_isTheDefault_andLosesDoublesAndRescuesNoRow() {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE bronze AS
          SELECT * FROM STREAM read_files('%s', format => 'json');
        CREATE OR REFRESH STREAMING TABLE silver AS SELECT * FROM STREAM(bronze);
        CREATE OR REFRESH MATERIALIZED VIEW gold AS SELECT * FROM silver;
        CREATE VIEW published AS SELECT * FROM gold;
        """
            .formatted(IN));
    project.land("1.json", "{\"a\":1}", "{\"a\":2}");
    good();
    project.land("2.json", "{\"a\":3,\"b\":\"x\"}", "{\"a\":4}");
    project.land("3.json", "{\"a\":5,\"c\":true}");
    UpdateResult second = good();
    assertThat(QualityProject.table(second, "bronze").batches()).isEqualTo(1);
    for (String table : List.of("bronze", "silver", "gold", "published")) {
      assertThat(project.rows("SELECT a, b, c, _rescued_data FROM " + table))
          .as(table)
          .containsExactlyInAnyOrder(
              "[1, null, null, null]",
              "[2, null, null, null]",
              "[3, x, null, null]",
              "[4, null, null, null]",
              "[5, null, true, null]");
    }
    List<JsonNode> stops =
        project.events("flow_progress").stream()
            .filter(e -> e.at("/details/flow_progress/cause").asText().equals("SCHEMA_CHANGE"))
            .toList();
    assertThat(stops).hasSize(1);
    assertThat(stops.get(0).path("message").asText())
        .contains("UNKNOWN_FIELD_EXCEPTION", "automatic retry: true");
    assertThat(project.events("create_update")).hasSize(2);
  }

  @Test
  void A5_aNestedColumnIsAddedToo() {
    bronze("");
    project.land("1.json", "{\"s\":{\"x\":1},\"items\":[{\"p\":1}]}");
    good();
    project.land("2.json", "{\"s\":{\"x\":2,\"y\":\"n\"},\"items\":[{\"p\":2,\"q\":3}]}");
    good();
    assertThat(project.rows("SELECT s.x, s.y, items[0].q, _rescued_data FROM bronze"))
        .containsExactlyInAnyOrder("[1, null, null, null]", "[2, n, 3, null]");
  }

  @Test
  void A5_eachBatchMayBringColumns() {
    bronze(", maxFilesPerTrigger => 1");
    project.land("0.json", "{\"a\":0}");
    good();
    for (int i = 1; i <= 5; i++) {
      project.land(i + ".json", "{\"a\":" + i + ",\"c" + i + "\":" + i + "}");
    }
    UpdateResult result = good();
    assertThat(QualityProject.table(result, "bronze").batches()).isEqualTo(5);
    assertThat(project.rows("SELECT a, coalesce(c1, c2, c3, c4, c5) FROM bronze"))
        .containsExactlyInAnyOrder("[0, null]", "[1, 1]", "[2, 2]", "[3, 3]", "[4, 4]", "[5, 5]");
  }

  @Test
  void A5_aQueryThatNamesItsColumnsGoesOn() {
    project.sql(
        "CREATE OR REFRESH STREAMING TABLE bronze AS SELECT a FROM STREAM read_files('%s', format => 'json');"
            .formatted(IN));
    project.land("1.json", "{\"a\":1}");
    good();
    project.land("2.json", "{\"a\":2,\"b\":1}");
    good();
    assertThat(project.rows("SELECT * FROM bronze")).containsExactlyInAnyOrder("[1]", "[2]");
  }

  @Test
  void A5_aFieldFromWhichNothingCanBeLearnedIsRescued() {
    bronze("");
    project.land("1.json", "{\"a\":1}");
    good();
    project.land("2.json", "{\"a\":2,\"e\":{}}", "{\"a\":3,\"broken\":");
    UpdateResult result = good();
    assertThat(QualityProject.table(result, "bronze").counts().malformed()).isEqualTo(1);
    assertThat(project.rows("SELECT a, _rescued_data FROM bronze WHERE a = 2").get(0))
        .contains("{\"e\":{}");
    assertThat(project.rows("SELECT count(*) FROM bronze")).containsExactly("[2]");
  }

  @Test
  void A5_csvLearnsFromHeaders() {
    project.sql(
        "CREATE OR REFRESH STREAMING TABLE bronze AS SELECT * FROM STREAM read_files('%s', format => 'csv');"
            .formatted(IN));
    project.land("1.csv", "id,v", "1,x");
    good();
    project.land("2.csv", "id,v,w", "2,y,7");
    project.land("3.csv", ",id,v", "0,3,z");
    good();
    assertThat(project.rows("SELECT id, v, w, _rescued_data IS NULL FROM bronze"))
        .containsExactlyInAnyOrder("[1, x, null, true]", "[2, y, 7, true]", "[3, z, null, false]");
  }

  @Test
  void A5_anotherSpellingIsRescued_AL_12() {
    bronze("");
    project.land("1.json", "{\"id\":1}");
    good();
    project.land("2.json", "{\"ID\":2}");
    good();
    assertThat(project.rows("SELECT id, _rescued_data LIKE '{\"ID\":2,%' FROM bronze"))
        .containsExactlyInAnyOrder("[1, null]", "[null, true]");
    bronze(", readerCaseSensitive => false");
    project.land("3.json", "{\"Id\":3}");
    good();
    assertThat(project.rows("SELECT id FROM bronze WHERE id IS NOT NULL"))
        .containsExactlyInAnyOrder("[1]", "[3]");
  }

  @Test
  void AL_18_rescueModeNeverWidensTheTable() {
    bronze(", schemaEvolutionMode => 'rescue'");
    project.land("1.json", "{\"a\":1}");
    good();
    project.land("2.json", "{\"a\":2,\"b\":9}");
    good();
    assertThat(project.rows("SELECT * FROM bronze WHERE a = 2").get(0)).startsWith("[2, {\"b\":9,");
  }

  @Test
  void AL_19_noneIgnoresANewField() {
    bronze(", schemaEvolutionMode => 'none'");
    project.land("1.json", "{\"a\":1}");
    good();
    project.land("2.json", "{\"a\":2,\"b\":9}");
    good();
    assertThat(project.rows("SELECT * FROM bronze")).containsExactlyInAnyOrder("[1]", "[2]");
  }

  @Test
  void AL_19_failOnNewColumnsStopsAndStaysStopped() throws Exception {
    bronze(", schemaEvolutionMode => 'failOnNewColumns'");
    project.land("1.json", "{\"a\":1}");
    good();
    project.land("2.json", "{\"a\":2}", "{\"a\":3,\"b\":9}");
    for (int run = 0; run < 2; run++) {
      UpdateResult stopped = project.run();
      assertThat(stopped.state()).isEqualTo(UpdateState.FAILED);
      Problem problem = problem(stopped, "bronze");
      assertThat(problem.code()).isEqualTo(ProblemCode.UNKNOWN_FIELD_EXCEPTION);
      assertThat(problem.message()).contains("[b]", "retry: false", "2.json (line 2)");
      assertThat(problem.fix().orElseThrow()).contains("schemaHints => 'b STRING'");
    }
    assertThat(project.rows("SELECT a FROM bronze")).containsExactly("[1]");
    bronze(", schemaEvolutionMode => 'failOnNewColumns', schemaHints => 'b BIGINT'");
    good();
    assertThat(project.rows("SELECT a, b FROM bronze"))
        .containsExactlyInAnyOrder("[1, null]", "[2, null]", "[3, 9]");
    project.land("4.json", "{\"c\":4}");
    assertThat(project.run().state()).isEqualTo(UpdateState.FAILED);
    Files.delete(folder.resolve("volumes/main/raw/in/4.json"));
    good();
  }

  @Test
  void AL_18_AL_19_whatAnotherStreamLearnsOfTheSameFilesDoesNotReachOneThatMustNotChange() {
    project.sql(
        """
        CREATE STREAMING TABLE grows AS SELECT * FROM STREAM read_files('%1$s', format => 'json');
        CREATE STREAMING TABLE rescues AS SELECT * FROM STREAM read_files('%1$s',
          format => 'json', schemaEvolutionMode => 'rescue');
        CREATE STREAMING TABLE stops AS SELECT * FROM STREAM read_files('%1$s',
          format => 'json', schemaEvolutionMode => 'failOnNewColumns');
        """
            .formatted(IN));
    project.land("1.json", "{\"a\":1}");
    good();
    project.land("2.json", "{\"a\":2,\"b\":9}");
    for (int run = 0; run < 2; run++) {
      assertThat(problem(project.run(), "stops").code())
          .isEqualTo(ProblemCode.UNKNOWN_FIELD_EXCEPTION);
    }
    project.land("3.json", "{\"a\":3,\"b\":10}");
    project.run();
    assertThat(project.rows("SELECT a, b FROM grows"))
        .containsExactlyInAnyOrder("[1, null]", "[2, 9]", "[3, 10]");
    assertThat(project.rows("SELECT a, get_json_object(_rescued_data, '$.b') FROM rescues"))
        .containsExactlyInAnyOrder("[1, null]", "[2, 9]", "[3, 10]");
    assertThat(project.rows("DESCRIBE rescues")).noneMatch(column -> column.startsWith("[b,"));
  }

  @Test
  void AL_18_aStreamWhoseModeIsChangedGoesOnWithTheSchemaThatItHad() {
    bronze("");
    project.land("1.json", "{\"a\":1}");
    good();
    project.land("2.json", "{\"a\":2,\"b\":9}");
    bronze(", schemaEvolutionMode => 'rescue'");
    good();
    assertThat(project.rows("SELECT a, get_json_object(_rescued_data, '$.b') FROM bronze"))
        .containsExactlyInAnyOrder("[1, null]", "[2, 9]");
  }

  @Test
  void E20_addNewColumnsWithAFixedSchemaIsRefusedWithTheWayOut() {
    project.land("1.json", "{\"a\":1}");
    bronze(", schema => 'a INT', schemaEvolutionMode => 'addNewColumns'");
    assertThatThrownBy(() -> project.run())
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> {
              assertThat(e.problems().get(0).code())
                  .isEqualTo(ProblemCode.CF_ADD_NEW_NOT_SUPPORTED);
              assertThat(e.problems().get(0).fix().orElseThrow()).contains("schemaHints");
            });
    bronze(", schema => 'a INT'");
    project.land("2.json", "{\"a\":2,\"b\":1}");
    good();
    assertThat(project.rows("SELECT * FROM bronze")).containsExactlyInAnyOrder("[1]", "[2]");
  }

  @Test
  void A5_aColumnThatNoTableCanHaveStopsTheFlowAndIsNotLearned() throws Exception {
    bronze("");
    project.land("1.json", "{\"a\":1}");
    good();
    project.land("2.json", "{\"a b\":1}");
    UpdateResult failed = project.run();
    assertThat(failed.state()).isEqualTo(UpdateState.FAILED);
    assertThat(problem(failed, "bronze").message()).contains("a b");
    Files.delete(folder.resolve("volumes/main/raw/in/2.json"));
    project.land("3.json", "{\"a\":3}");
    good();
    assertThat(project.rows("SELECT a FROM bronze")).containsExactlyInAnyOrder("[1]", "[3]");
  }

  @Test
  void A5_severalFlowsOverTheSameFilesLearnAlike() {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE one AS
          SELECT * FROM STREAM read_files('%1$s', format => 'json');
        CREATE OR REFRESH STREAMING TABLE two AS
          SELECT *, 1 AS k FROM STREAM read_files('%1$s', format => 'json', maxFilesPerTrigger => 7);
        CREATE OR REFRESH STREAMING TABLE other AS
          SELECT a FROM STREAM read_files('%1$s', format => 'json', schemaEvolutionMode => 'rescue');
        """
            .formatted(IN));
    project.land("1.json", "{\"a\":1}");
    good();
    project.land("2.json", "{\"a\":2,\"b\":2}");
    good();
    assertThat(project.rows("SELECT a, b, _rescued_data FROM one"))
        .containsExactlyInAnyOrder("[1, null, null]", "[2, 2, null]");
    assertThat(project.rows("SELECT a, b, k, _rescued_data FROM two"))
        .containsExactlyInAnyOrder("[1, null, 1, null]", "[2, 2, 1, null]");
  }

  @Test
  void A5_aQuarantineGetsColumnsToo() {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE bronze (
          CONSTRAINT positive EXPECT (a > 0) ON VIOLATION QUARANTINE
        ) AS SELECT * FROM STREAM read_files('%s', format => 'json');
        """
            .formatted(IN));
    project.land("1.json", "{\"a\":1}", "{\"a\":-1}");
    good();
    project.land("2.json", "{\"a\":2,\"b\":\"x\"}", "{\"a\":-2,\"b\":\"y\"}");
    good();
    assertThat(project.rows("SELECT a, b FROM bronze"))
        .containsExactlyInAnyOrder("[1, null]", "[2, x]");
    assertThat(project.rows("SELECT a, b FROM bronze_quarantine"))
        .containsExactlyInAnyOrder("[-1, null]", "[-2, y]");
  }

  @Test
  void A5_changesOfAutoCdcGetColumns() {
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE target;
        CREATE FLOW f AS AUTO CDC INTO target
          FROM STREAM read_files('%s', format => 'json')
          KEYS (id) SEQUENCE BY n COLUMNS * EXCEPT (_rescued_data);
        """
            .formatted(IN));
    project.land("1.json", "{\"id\":1,\"n\":1}");
    good();
    project.land("2.json", "{\"id\":1,\"n\":2,\"v\":\"x\"}", "{\"id\":2,\"n\":1}");
    good();
    assertThat(project.rows("SELECT id, n, v FROM target"))
        .containsExactlyInAnyOrder("[1, 2, x]", "[2, 1, null]");
  }

  @Test
  void A5_anOptionThatSaysNothingOfColumnsDoesNotLoseTheSchema() {
    bronze("");
    project.land("1.json", "{\"a\":1}");
    good();
    bronze(", maxFilesPerTrigger => 5");
    project.land("2.json", "{\"a\":\"text\"}");
    good();
    bronze("");
    project.land("3.json", "{\"a\":3,\"b\":1}");
    good();
    assertThat(project.rows("SELECT a, b FROM bronze"))
        .containsExactlyInAnyOrder("[1, null]", "[null, null]", "[3, 1]");
  }
}
