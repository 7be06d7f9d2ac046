/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.tables.IdentityColumn;
import io.lakeward.testkit.cdc.ChangeProject;
import io.lakeward.testkit.cdc.ChangeProject.Death;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns in which a table numbers its rows, on Spark and on both engines in turn. */
class IdentityColumnsOnSparkTest {
  @TempDir Path folder;
  private ChangeProject project;

  @BeforeEach
  void create() {
    project = SparkChanges.project(folder).columns("id INT, k BIGINT");
  }

  @AfterEach
  void close() {
    project.close();
  }

  private ChangeProject table(String numbering, String query) {
    return project.sql(
        "CREATE STREAMING TABLE t (k BIGINT NOT NULL GENERATED "
            + numbering
            + ", id INT, CONSTRAINT even EXPECT (id % 2 = 0) ON VIOLATION DROP ROW) AS "
            + query);
  }

  private static String[] rows(int from, int to) {
    return IntStream.range(from, to).mapToObj("{'id':%d}"::formatted).toArray(String[]::new);
  }

  /** Every row has a number that no other has, of those that the definition allows. */
  private void expectNumbers(long rows, long start, long step) {
    assertThat(
            project.rows(
                "SELECT count(*), count(DISTINCT k), count_if((k - %d) %% %d <> 0), count_if((k - %d) * %d > 0) FROM t"
                    .formatted(start, step, lastNumber(), step)))
        .containsExactly(rows + " " + rows + " 0 0");
    assertThat(project.rows("SELECT %s(k) FROM t".formatted(step > 0 ? "min" : "max")))
        .containsExactly(String.valueOf(start));
  }

  private long lastNumber() {
    return IdentityColumn.of(project.table("t").snapshot().schemaJson())
        .get(0)
        .highWaterMark()
        .orElseThrow();
  }

  @Test
  void SQL_6_rowsOfSeveralTasksAndBothEnginesAreNumberedOnce() {
    table("ALWAYS AS IDENTITY (START WITH 10 INCREMENT BY -3)", "SELECT id FROM FEED");
    project.on(EngineChoice.SPARK).feed(rows(0, 40)).feed(rows(40, 45)).update();
    expectNumbers(23, 10, -3);
    project.on(EngineChoice.EMBEDDED).feed(rows(0, 10)).update();
    expectNumbers(28, 10, -3);
    project.on(EngineChoice.SPARK).feed(rows(0, 10)).feed(rows(0, 2)).feed(rows(0, 1)).update();
    expectNumbers(35, 10, -3);
  }

  @Test
  void SQL_6_attemptsThatDieLeaveNoNumberTwice() {
    table("ALWAYS AS IDENTITY", "SELECT id FROM FEED");
    project.on(EngineChoice.SPARK).feed(rows(0, 6)).update();
    for (Death death : List.of(Death.BEFORE_RECORDING, Death.AFTER_RECORDING)) {
      project.feed(rows(0, 8)).dying(death).run(UpdateRequest.all());
      project.dying(Death.NEVER).update();
    }
    expectNumbers(11, 1, 1);
  }

  @Test
  void SQL_6_aQueryMayGiveNumbersByDefault() {
    table("BY DEFAULT AS IDENTITY", "SELECT id, k FROM FEED");
    project.on(EngineChoice.SPARK).feed("{'id':2,'k':7}", "{'id':4,'k':7}").update();
    assertThat(project.rows("SELECT id, k FROM t ORDER BY id")).containsExactly("2 7", "4 7");
  }

  @Test
  void SQL_6_everyBatchOfAQueryWithStateNumbersItsRows() {
    table(
        "ALWAYS AS IDENTITY (START WITH 100 INCREMENT BY 10)",
        "SELECT DISTINCT id FROM STREAM read_files('/Volumes/main/default/feed/', format => 'json',"
            + " schema => 'id INT', maxFilesPerTrigger => 1)");
    project.on(EngineChoice.AUTO).feed(rows(0, 4)).feed(rows(2, 8)).feed(rows(0, 10)).update();
    expectNumbers(5, 100, 10);
  }
}
