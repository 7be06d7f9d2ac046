/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.testkit.cdc.ChangeProject;
import io.lakeward.testkit.cdc.RandomHistories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long deletes and truncates are remembered. */
class TombstonesTest {
  private static final String CLAUSES =
      " FLOW AUTO CDC FROM FEED KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS (id,"
          + " v)";

  @TempDir Path folder;
  private ChangeProject project;

  @BeforeEach
  void create() {
    project = EmbeddedChanges.project(folder).columns("id INT, v STRING, op STRING, seq INT");
  }

  @AfterEach
  void close() {
    project.close();
  }

  private static String properties(String seconds) {
    return " TBLPROPERTIES ('pipelines.cdc.tombstoneGCThresholdInSeconds' = '" + seconds + "')";
  }

  private static String upsert(int id, String v, int seq) {
    return "{'id':%d,'v':'%s','seq':%d}".formatted(id, v, seq);
  }

  private static String delete(int id, int seq) {
    return "{'id':%d,'op':'D','seq':%d}".formatted(id, seq);
  }

  private List<String> rows() {
    return project.rows("SELECT * FROM t ORDER BY ALL");
  }

  /** How many changes are recorded. */
  private long recorded() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve(".lakeward"))) {
      Path log = all.filter(path -> path.endsWith("changes/_delta_log")).findFirst().orElseThrow();
      return DeltaTable.at(log.getParent()).snapshot().files().stream()
          .map(DataFile::numRecords)
          .mapToLong(records -> records.orElseThrow())
          .sum();
    }
  }

  private void later(Duration by) {
    project.at(Clock.offset(Clock.systemUTC(), by));
  }

  @Test
  void CDC_15_a_delete_is_remembered_for_two_days() throws IOException {
    project.sql("CREATE STREAMING TABLE t" + CLAUSES);
    project.feed(upsert(1, "a", 1), delete(1, 9), upsert(2, "b", 1)).update();
    later(Duration.ofHours(47));
    project.feed(upsert(1, "late", 5), upsert(3, "c", 1)).update();
    assertThat(rows()).containsExactly("2 b", "3 c");
    assertThat(recorded()).isEqualTo(5);
    later(Duration.ofHours(49));
    project.feed(upsert(1, "late too", 6), upsert(2, "B", 2)).update();
    assertThat(rows()).as("it comes before anything is forgotten").containsExactly("2 B", "3 c");
    assertThat(recorded()).as("all of key 1 is forgotten").isEqualTo(3);
    project.feed(upsert(1, "revived", 7)).update();
    assertThat(rows()).containsExactly("1 revived", "2 B", "3 c");
  }

  @Test
  void CDC_15_the_older_name_of_the_property_and_lifetimes_of_nothing() {
    project.sql(
        "CREATE STREAMING TABLE t"
            + properties("0").replace("pipelines.cdc", "pipelines.applyChanges")
            + CLAUSES);
    project.feed(delete(7, 9)).update();
    project.feed(upsert(7, "old", 8)).update();
    assertThat(rows()).containsExactly("7 old");
  }

  @Test
  void CDC_15_versions_stay_and_a_delete_that_ends_none_is_forgotten() throws IOException {
    project.sql("CREATE STREAMING TABLE t" + properties("0") + CLAUSES + " STORED AS SCD TYPE 2");
    project
        .feed(upsert(1, "a", 1), delete(1, 9), delete(1, 20), delete(2, 9), upsert(3, "c", 1))
        .update();
    assertThat(rows()).containsExactly("1 a 1 9", "3 c 1 null");
    assertThat(recorded()).isEqualTo(3);
    project.feed(upsert(1, "b", 5), upsert(1, "d", 15), upsert(2, "e", 8)).update();
    assertThat(rows())
        .as("the delete at 9 is still known; those at 20 and of key 2 are not")
        .containsExactly("1 a 1 5", "1 b 5 9", "1 d 15 null", "2 e 8 null", "3 c 1 null");
  }

  @Test
  void CDC_15_an_upsert_that_ties_with_a_forgotten_delete_is_forgotten_too() throws IOException {
    project.sql("CREATE STREAMING TABLE t" + properties("0") + CLAUSES + " STORED AS SCD TYPE 2");
    project.feed(upsert(1, "hidden", 5), delete(1, 5), upsert(1, "shown", 6)).update();
    assertThat(rows()).containsExactly("1 shown 6 null");
    assertThat(recorded()).isEqualTo(1);
    project.feed(upsert(1, "next", 7)).update();
    assertThat(rows()).containsExactly("1 next 7 null", "1 shown 6 7");
  }

  @Test
  void CDC_15_a_truncate_is_forgotten_with_all_that_it_hides() throws IOException {
    project.sql(
        "CREATE STREAMING TABLE t"
            + properties("3600")
            + " FLOW AUTO CDC FROM FEED KEYS (id) APPLY AS TRUNCATE WHEN op = 'T' SEQUENCE BY seq"
            + " COLUMNS (id, v)");
    project.feed(upsert(1, "a", 1), "{'op':'T','seq':5}", upsert(2, "b", 6)).update();
    later(Duration.ofMinutes(59));
    project.feed(upsert(1, "late", 4)).update();
    assertThat(rows()).containsExactly("2 b");
    later(Duration.ofMinutes(125));
    project.feed(upsert(3, "c", 7)).update();
    assertThat(rows()).containsExactly("2 b", "3 c");
    assertThat(recorded()).isEqualTo(2);
    project.feed(upsert(1, "revived", 4)).update();
    assertThat(rows()).containsExactly("1 revived", "2 b", "3 c");
  }

  @Test
  void CDC_15_what_is_not_a_number_of_seconds_is_told_before_anything_is_written() {
    project.sql("CREATE STREAMING TABLE t" + properties("two days") + CLAUSES).feed(delete(1, 1));
    Problem problem = project.failure();
    assertThat(problem.code()).isEqualTo(ProblemCode.SETTINGS_INVALID);
    assertThat(problem.message()).contains("two days");
    assertThat(problem.fix().orElseThrow()).contains("172800");
  }

  @ParameterizedTest
  @CsvSource({
    "1,true,none",
    "1,true,truncate",
    "1,true,nulls",
    "1,true,partial",
    "2,true,none",
    "2,false,nulls",
    "2,true,partial",
    "3,true,none"
  })
  void CDC_15_forgetting_changes_no_row_if_nothing_comes_late(
      int type, boolean tracksB, String option) {
    for (long seed = 1; seed <= 2; seed++) {
      Path own = folder.resolve(option + type + seed);
      new RandomHistories(type, tracksB, option, 30, List.of(EngineChoice.EMBEDDED))
          .inOrderWith(properties("0"))
          .run(EmbeddedChanges.project(own), seed);
    }
  }
}
