/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.schema.SchemaDifference;
import io.lakeward.engine.schema.StoredSource;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.engine.update.UpdateResult;
import io.lakeward.engine.update.UpdateState;
import io.lakeward.executor.embedded.quality.QualityProject;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams of files over several updates: which files are read, and what is known of them. */
final class FileStreamTest {
  private static final String IN = "/Volumes/main/raw/in";

  @TempDir private Path folder;

  private QualityProject project;
  private Path landing;

  @BeforeEach
  void project() {
    project = new QualityProject(folder);
    landing = folder.resolve("volumes/main/raw/in");
  }

  private void bronze(String call) {
    project.sql("CREATE OR REFRESH STREAMING TABLE bronze AS SELECT * FROM STREAM " + call + ";");
  }

  private void read(String options) {
    bronze("read_files('" + IN + "', format => 'json'" + options + ")");
  }

  private UpdateResult good() {
    UpdateResult result = project.run();
    assertThat(result.tables()).allSatisfy(t -> assertThat(t.problem()).isEmpty());
    assertThat(result.state()).isEqualTo(UpdateState.COMPLETED);
    return result;
  }

  private List<Problem> refused() {
    try {
      project.run();
      throw new AssertionError("nothing was refused");
    } catch (ProjectException e) {
      return e.problems();
    }
  }

  @Test
  void A1_cloud_filesReadsEverythingAsText_read_filesGivesTypes() {
    project.land("1.json", "{\"a\":1,\"s\":{\"x\":true}}");
    bronze("cloud_files('" + IN + "', 'json', map('cloudFiles.maxFilesPerTrigger', '10'))");
    good();
    assertThat(project.result("SELECT a, s FROM bronze").schema().toDDL())
        .isEqualTo("a STRING,s STRUCT<x: STRING>");
    bronze("cloud_files('" + IN + "', 'json', map('cloudFiles.inferColumnTypes', 'true'))");
    project.run(new UpdateRequest(List.of(), List.of("bronze"), false, true));
    assertThat(project.result("SELECT a FROM bronze").schema().toDDL()).isEqualTo("a BIGINT");
    bronze("read_files('" + IN + "', format => 'json', `cloudFiles.inferColumnTypes` => false)");
    project.run(new UpdateRequest(List.of(), List.of("bronze"), false, true));
    assertThat(project.result("SELECT a FROM bronze").schema().toDDL()).isEqualTo("a STRING");
  }

  @Test
  void A1_cloud_filesWithoutStreamIsAStreamToo() {
    project.land("1.json", "{\"a\":1}");
    project.sql(
        "CREATE OR REFRESH STREAMING TABLE bronze AS SELECT a FROM cloud_files('"
            + IN
            + "', 'json');");
    good();
    assertThat(project.rows("SELECT * FROM bronze")).containsExactly("[1]");
  }

  @Test
  void E19_anUnknownOptionIsRefusedWithTheNearest_unlessOptionsAreNotValidated() {
    project.land("1.json", "{\"a\":1}");
    bronze("cloud_files('" + IN + "', 'json', map('cloudFiles.schemaEvolutionMod', 'rescue'))");
    assertThat(refused().get(0).fix().orElseThrow()).contains("schemaEvolutionMode");
    read(", validateOptions => false, someOption => 'x'");
    good();
  }

  @Test
  void A2_whatIsHarmlessOnAListingIsTaken_theRestIsRefusedByName() {
    project.land("1.json", "{\"a\":1}");
    read(
        ", useIncrementalListing => 'auto', backfillInterval => '1 day', useNotifications => false,"
            + " useManagedFileEvents => false, maxFileAge => '90 days', fetchParallelism => 4");
    good();
    for (String option :
        List.of("useNotifications => true", "useManagedFileEvents => true", "queueUrl => 'q'")) {
      read(", " + option);
      assertThat(refused().get(0).code()).as(option).isEqualTo(ProblemCode.NOT_SUPPORTED_YET);
    }
    read(", maxFileAge => '1 day'");
    assertThat(refused().get(0).fix().orElseThrow()).contains("14 days");
    read(", backfillInterval => 'soon'");
    assertThat(refused().get(0).code()).isEqualTo(ProblemCode.SOURCE_OPTION_INVALID);
  }

  @Test
  void E14_filesThatArePassedOverAreCounted() {
    read(", schema => 'a INT'");
    project.land("1.json", "{\"a\":1}").land("_x.json", "{}").land(".y.json", "{}");
    project.land("z.tmp", "{\"a\":9}").write("volumes/main/raw/in/empty.json", "");
    good();
    JsonNode done =
        project.events("flow_progress").stream()
            .filter(e -> e.at("/details/flow_progress/metrics/skipped_files").isNumber())
            .reduce((a, b) -> b)
            .orElseThrow();
    assertThat(done.at("/details/flow_progress/metrics/skipped_files").asInt()).isEqualTo(4);
    project.land("empty.json", "{\"a\":2}");
    good();
    assertThat(project.rows("SELECT * FROM bronze")).containsExactlyInAnyOrder("[1]", "[2]");
  }

  @Test
  void E6_aLaterChangeOfIncludeExistingFilesIsWarnedOf_AL_22() {
    project.land("1.json", "{\"a\":1}");
    read(", schema => 'a INT', includeExistingFiles => false");
    good();
    project.land("2.json", "{\"a\":2}");
    read(", schema => 'a INT'");
    good();
    assertThat(project.rows("SELECT * FROM bronze")).containsExactly("[2]");
    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("includeExistingFiles => true", "counts at the first start only");
  }

  @Test
  void A10_cloud_files_stateTellsWhatBecameOfEachFile() {
    read(", schema => 'a INT', maxFilesPerTrigger => 1");
    project.land("1.json", "{\"a\":1}");
    good();
    project.land("sub/2.json", "{\"a\":22}");
    good();
    for (String argument : List.of("'bronze'", "TABLE(bronze)", "'" + IN + "/'")) {
      assertThat(
              project.rows(
                  "SELECT path, size, source_id, ingestion_state, commit_time >= discovery_time,"
                      + " archive_time FROM cloud_files_state("
                      + argument
                      + ") ORDER BY path"))
          .as(argument)
          .containsExactly(
              "[/Volumes/main/raw/in/1.json, 8, 0, INGESTED, true, null]",
              "[/Volumes/main/raw/in/sub/2.json, 9, 0, INGESTED, true, null]");
    }
    assertThatThrownBy(() -> project.rows("SELECT * FROM cloud_files_state('nothing')"))
        .hasMessageContaining("cloud_files_state");
  }

  @Test
  void A10_filesThatCouldNotBeReadAreToldAndStayWhereTheyAre() throws Exception {
    read(
        ", schema => 'a INT', ignoreCorruptFiles => true, cleanSource => 'MOVE',"
            + " `cleanSource.retentionDuration` => '0 seconds', `cleanSource.moveDestination` => '/Volumes/main/raw/done'");
    project.land("1.json", "{\"a\":1}");
    project.land("2.json.gz", "no gzip");
    good();
    assertThat(
            project.rows(
                "SELECT path LIKE '%2.json.gz', ingestion_state, archive_mode FROM cloud_files_state('bronze') ORDER BY path"))
        .containsExactly("[false, INGESTED, MOVE]", "[true, SKIPPED_CORRUPTED, null]");
    assertThat(landing.resolve("1.json")).doesNotExist();
    assertThat(landing.resolve("2.json.gz")).exists();
    assertThat(project.rows("SELECT a FROM bronze")).containsExactly("[1]");
  }

  private List<String> warnings() {
    return project.events("flow_progress").stream()
        .filter(e -> e.path("level").asText().equals("WARN"))
        .map(e -> e.path("message").asText())
        .toList();
  }

  @Test
  void E11_E25_recordsOfWhichSomethingIsRescuedAreCounted_andMostOfThemAreWarnedOf() {
    read(", schema => 'a INT', rescuedDataColumn => '_rescued_data'");
    project.land("1.json", "{\"a\":1}", "{\"a\":\"x\"}");
    assertThat(good().tables().get(0).counts().rescued()).isEqualTo(1);
    assertThat(warnings()).isEmpty();
    project.land("2.json", "{\"a\":3}", "{\"a\":\"y\"}", "{\"a\":4, \"b\":5}");
    assertThat(good().tables().get(0).counts().rescued()).isEqualTo(2);
    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("2 of 3 records", "_rescued_data", "schemaHints");
  }

  @Test
  void E23_aFirstLineThatLooksLikeDataIsWarnedOf_unlessTheProjectSaysWhatItIs() {
    project.land("1.csv", "1,alice", "2,bob");
    String csv =
        "CREATE OR REFRESH STREAMING TABLE bronze AS SELECT * FROM STREAM"
            + " read_files('"
            + IN
            + "', format => 'csv'%s);";
    project.sql(csv.formatted(", header => true"));
    good();
    assertThat(warnings()).isEmpty();
    project.sql(csv.formatted(""));
    project.land("2.csv", "1,alice", "3,eve");
    good();
    assertThat(warnings()).singleElement().asString().contains("`1`", "header => false");
    project.sql(csv.formatted("").replace(", format => 'csv'", ""));
    project.land("3.csv", "1,alice", "4,dan");
    good();
    assertThat(warnings()).as("the format by the name").hasSize(2);
  }

  /** As after a jump of the clock, or where names do not grow. */
  @Test
  void E2_filesThatSortBeforeKnownOnesByNameOrTimeAreFound() throws Exception {
    read(", schema => 'a INT', maxFilesPerTrigger => 1");
    project.land("5.json", "{\"a\":5}");
    Files.setLastModifiedTime(
        landing.resolve("5.json"), FileTime.from(Instant.parse("2090-01-01T00:00:00Z")));
    good();
    project.land("1.json", "{\"a\":1}");
    project.land("6.json", "{\"a\":6}");
    Files.setLastModifiedTime(
        landing.resolve("6.json"), FileTime.from(Instant.parse("1980-01-01T00:00:00Z")));
    good();
    good();
    assertThat(project.rows("SELECT a FROM bronze")).containsExactlyInAnyOrder("[1]", "[5]", "[6]");
  }

  @Test
  void A10_filesThatVanishBeforeTheirBatchIsRepeatedAreTold() throws Exception {
    read(", schema => 'a INT'");
    project.land("1.json", "{\"a\":1}");
    project.land("2.json.gz", "no gzip");
    assertThat(project.run().tables().get(0).problem()).isPresent();
    Files.delete(landing.resolve("2.json.gz"));
    good();
    assertThat(project.rows("SELECT a FROM bronze")).containsExactly("[1]");
    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("are gone", "2.json.gz")
        .doesNotContain("1.json");
  }

  @Test
  void A1_moveTakesFilesAwayAfterTheyWereCommitted() throws Exception {
    project.land("day=1/1.json", "{\"a\":1}");
    read(
        ", schema => 'a INT', cleanSource => 'MOVE', `cleanSource.retentionDuration` => '0 seconds',"
            + " `cleanSource.moveDestination` => '/Volumes/main/raw/done'");
    good();
    Path moved = folder.resolve("volumes/main/raw/done/day=1/1.json");
    assertThat(moved).hasContent("{\"a\":1}\n");
    assertThat(landing.resolve("day=1/1.json")).doesNotExist();
    project.land("day=1/1.json", "{\"a\":100}");
    project.land("2.json", "{\"a\":2}");
    good();
    assertThat(moved).hasContent("{\"a\":1}\n");
    assertThat(landing.resolve("day=1/1.json")).exists();
    assertThat(project.rows("SELECT * FROM bronze")).containsExactlyInAnyOrder("[1]", "[2]");
    assertThat(
            project.rows(
                "SELECT archive_mode, archive_time IS NOT NULL, move_location LIKE '%done' FROM cloud_files_state('bronze')"))
        .containsExactly("[MOVE, true, true]", "[MOVE, true, true]");
  }

  @Test
  void E27_aFullRefreshThatWouldLoseCleanedFilesIsRefused() {
    project.land("1.json", "{\"a\":1}");
    String options =
        ", schema => 'a INT', cleanSource => 'MOVE', `cleanSource.retentionDuration` => '0 seconds',"
            + " `cleanSource.moveDestination` => '/Volumes/main/raw/done'";
    read(options);
    good();
    UpdateRequest again = new UpdateRequest(List.of(), List.of("bronze"), false, true);
    Problem problem = project.run(again).tables().get(0).problem().orElseThrow();
    assertThat(problem.code()).isEqualTo(ProblemCode.TABLE_NOT_RESETTABLE);
    assertThat(problem.fix().orElseThrow()).contains("pipelines.reset.missingFilesAllowed");
    assertThat(project.rows("SELECT * FROM bronze")).containsExactly("[1]");
    project.sql(
        "CREATE OR REFRESH STREAMING TABLE bronze TBLPROPERTIES ('pipelines.reset.missingFilesAllowed' = 'true') AS SELECT * FROM STREAM read_files('"
            + IN
            + "', format => 'json'"
            + options
            + ");");
    assertThat(project.run(again).state()).isEqualTo(UpdateState.COMPLETED);
    assertThat(project.rows("SELECT * FROM bronze")).isEmpty();
  }

  @Test
  void A1_deleteWaitsForItsRetention() throws Exception {
    project.land("1.json", "{\"a\":1}");
    project.land("2.json", "{\"a\":2}");
    read(
        ", schema => 'a INT', cleanSource => 'DELETE', `cleanSource.retentionDuration` => '8 days'");
    good();
    assertThat(landing.resolve("1.json")).exists();
    commitDaysAgo(7);
    good();
    assertThat(landing.resolve("1.json")).exists();
    commitDaysAgo(9);
    project.land("2.json", "{\"a\":2} ");
    project.land("3.json", "{\"a\":3}");
    good();
    assertThat(landing.resolve("1.json")).doesNotExist();
    assertThat(landing.resolve("2.json")).exists();
    assertThat(landing.resolve("3.json")).exists();
    assertThat(project.rows("SELECT * FROM bronze")).containsExactlyInAnyOrder("[1]", "[2]", "[3]");
  }

  /** As if the commits had been made earlier. */
  private void commitDaysAgo(int days) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(".lakeward/pipelines"))) {
      Path commits = files.filter(f -> f.toString().endsWith(".commits")).findFirst().orElseThrow();
      long then = Instant.now().minus(Duration.ofDays(days)).toEpochMilli();
      Files.writeString(
          commits, Files.readString(commits).replaceAll("\"time\":\\d+", "\"time\":" + then));
    }
  }

  @Test
  void E16_whatWouldLoseFilesIsRefused() {
    project.land("1.json", "{\"a\":1}");
    read(", cleanSource => 'DELETE', `cleanSource.retentionDuration` => '7 days'");
    assertThat(refused().get(0).fix().orElseThrow()).contains("more than 7 days");
    read(", cleanSource => 'MOVE'");
    assertThat(refused().get(0).message()).contains("moveDestination");
    read(", cleanSource => 'MOVE', `cleanSource.moveDestination` => '" + IN + "/done'");
    assertThat(refused().get(0).fix().orElseThrow()).contains("not below");
    read(", cleanSource => 'SHRED'");
    assertThat(refused().get(0).fix().orElseThrow()).contains("OFF, DELETE or MOVE");
    project.sql(
        """
        CREATE OR REFRESH STREAMING TABLE one AS SELECT * FROM STREAM read_files(
          '%1$s', format => 'json', cleanSource => 'DELETE');
        CREATE OR REFRESH STREAMING TABLE two AS SELECT * FROM STREAM read_files(
          '%1$s/*.json', format => 'json');
        """
            .formatted(IN));
    assertThat(refused())
        .singleElement()
        .satisfies(p -> assertThat(p.message()).contains("flow", "two", "reads too"));
    assertThat(landing.resolve("1.json")).exists();
  }

  @Test
  void E21_schemaVersionsAreShownComparedAndPutBack() {
    read("");
    project.land("1.json", "{\"a\":1}");
    good();
    project.land("2.json", "{\"junk\":{\"x\":1}}");
    good();
    try (PipelineEngine pipeline = project.open()) {
      StoredSource source = pipeline.schemas().find("bronze");
      assertThat(source.path()).isEqualTo(IN);
      assertThat(source.versions())
          .extracting(v -> v.number() + " " + v.reason() + " " + v.schema().columns().toDDL())
          .containsExactly("0 inferred a BIGINT", "1 new columns a BIGINT,junk STRUCT<x: BIGINT>");
      assertThat(
              SchemaDifference.between(
                  source.versions().get(0).schema().columns(), source.newest().schema().columns()))
          .containsExactly(
              new SchemaDifference("junk", "", "STRUCT"),
              new SchemaDifference("junk.x", "", "BIGINT"));
      pipeline.rollbackSchema(IN, 0);
      assertThat(pipeline.schemas().find("bronze").newest().reason()).isEqualTo("rollback to 0");
      assertThatThrownBy(() -> pipeline.rollbackSchema("bronze", 9))
          .hasMessageContaining("no schema version 9");
      assertThatThrownBy(() -> pipeline.schemas().find("bronz"))
          .isInstanceOfSatisfying(
              ProjectException.class,
              e -> assertThat(e.problems().get(0).fix().orElseThrow()).contains("bronze"));
    }
    read(", schemaEvolutionMode => 'rescue'");
    project.land("3.json", "{\"a\":3,\"junk\":{\"x\":2}}");
    good();
    assertThat(project.rows("SELECT a, junk.x, _rescued_data IS NULL FROM bronze"))
        .containsExactlyInAnyOrder("[1, null, true]", "[null, 1, true]", "[3, null, false]");
  }

  @Test
  void E22_aFullRefreshLearnsTheSchemaAnew() {
    read("");
    project.land("1.json", "{\"a\":1}");
    good();
    project.land("2.json", "{\"a\":\"text\"}");
    good();
    assertThat(project.rows("SELECT a FROM bronze")).containsExactlyInAnyOrder("[1]", "[null]");
    project.run(new UpdateRequest(List.of(), List.of("bronze"), false, true));
    assertThat(project.rows("SELECT a FROM bronze")).containsExactlyInAnyOrder("[1]", "[text]");
    good();
    try (PipelineEngine pipeline = project.open()) {
      assertThat(pipeline.schemas().find("bronze").versions())
          .extracting(v -> v.reason())
          .containsExactly("inferred", "full refresh");
    }
  }

  @Test
  void A5_changedHintsCountFromTheNextRunOn() {
    read(", schemaHints => 'later ARRAY<STRUCT<k: INT>>, m MAP<STRING, INT>'");
    project.land("1.json", "{\"a\":1}");
    good();
    project.land("2.json", "{\"a\":2,\"later\":[{\"k\":7}],\"m\":{\"x\":1}}");
    good();
    assertThat(project.rows("SELECT a, later[0].k, m['x'] FROM bronze"))
        .containsExactlyInAnyOrder("[1, null, null]", "[2, 7, 1]");
    read(", schemaHints => 'later ARRAY<STRUCT<k: INT>>, m MAP<STRING, INT>, more STRING'");
    good();
    project.land("3.json", "{\"more\":3}");
    good();
    assertThat(project.rows("SELECT more FROM bronze WHERE more IS NOT NULL"))
        .containsExactly("[3]");
    assertThat(project.events("flow_progress"))
        .noneMatch(e -> e.at("/details/flow_progress/cause").asText().equals("SCHEMA_CHANGE"));
  }

  @Test
  void A5_theSampleIsBounded() {
    project.land("1.json", "{\"a\":1}");
    project.land("2.json", "{\"a\":\"text\"}");
    read(", schemaEvolutionMode => 'rescue'");
    project.settings(
        "configuration:\n  spark.databricks.cloudFiles.schemaInference.sampleSize.numFiles: '1'\n");
    good();
    assertThat(project.result("SELECT a FROM bronze").schema().toDDL()).isEqualTo("a BIGINT");
    project.settings(
        "configuration:\n  spark.databricks.cloudFiles.schemaInference.sampleSize.numBytes: 'much'\n");
    assertThatThrownBy(() -> project.run())
        .isInstanceOf(ProjectException.class)
        .hasMessageContaining("SETTINGS_INVALID");
  }

  @Test
  void E26_anEmptyFolderIsToldFromAnAbsentOne() throws Exception {
    read("");
    assertThat(refused().get(0).code()).isEqualTo(ProblemCode.PATH_NOT_FOUND);
    Files.createDirectories(landing);
    assertThat(refused().get(0).code()).isEqualTo(ProblemCode.UNABLE_TO_INFER_SCHEMA);
    read(", schema => 'a INT'");
    good();
    assertThat(project.rows("SELECT * FROM bronze")).isEmpty();
  }
}
