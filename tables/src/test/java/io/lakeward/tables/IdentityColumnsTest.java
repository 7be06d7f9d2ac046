/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import static io.lakeward.tables.Fixture.ID_AND_NAME;
import static io.lakeward.tables.Fixture.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityColumnsTest {
  private static final IdentityColumn ID = new IdentityColumn("ID", 3, 2, true);

  @TempDir Path folder;

  /** A table with one row, which has the first number. */
  private DeltaTable numbered(Map<String, String> properties) {
    DeltaTable table = Fixture.newTable(folder);
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(ID_AND_NAME)
        .withProperties(properties)
        .withIdentityColumns(List.of(ID), List.of(ID.after(1)))
        .addFile(row(table, 3))
        .commit();
    return table;
  }

  private static IdentityColumn column(DeltaTable table) {
    return IdentityColumn.of(table.snapshot().schemaJson()).get(0);
  }

  private static long next(DeltaTable table) {
    IdentityColumn before = column(table);
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(ID_AND_NAME)
        .withIdentityColumns(List.of(before), List.of(before.after(1)))
        .addFile(row(table, before.next()))
        .commit();
    return before.next();
  }

  @Test
  void numbersGoOnFromWhatWasGivenOutLast() {
    assertThat(ID.next()).isEqualTo(3);
    assertThat(ID.after(0)).isEqualTo(ID);
    assertThat(ID.after(4).highWaterMark()).hasValue(9);
    assertThat(ID.after(4).next()).isEqualTo(11);
    assertThat(new IdentityColumn("id", 0, -1, false).after(3).next()).isEqualTo(-3);
    assertThatThrownBy(() -> new IdentityColumn("id", Long.MAX_VALUE, 1, true).after(2))
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> assertThat(e.problems().get(0).code()).isEqualTo(ProblemCode.QUERY_FAILED));
  }

  @Test
  void deltaSparkNumbersRowsFromThereAndWeFromIts() {
    DeltaTable table = numbered(Map.of());
    assertThat(next(table)).isEqualTo(5);

    SparkReader.spark().sql("INSERT INTO delta.`" + table.path() + "` (name) VALUES ('by Spark')");
    long given = column(DeltaTable.at(table.path())).highWaterMark().orElseThrow();
    assertThat(given).isGreaterThanOrEqualTo(7).matches(n -> n % 2 == 1);
    assertThat(next(DeltaTable.at(table.path()))).isEqualTo(given + 2);

    assertThat(SparkReader.rows(table, "SELECT count(*), count(DISTINCT id) FROM {t}"))
        .containsExactly("[4,4]");
  }

  @Test
  void rowsThatWereNumberedMeanwhileAreAConflict() {
    DeltaTable table = numbered(Map.of());
    IdentityColumn before = column(table);
    TableTransaction late =
        table
            .newTransaction(WriteMode.APPEND, "WRITE")
            .withSchema(ID_AND_NAME)
            .withIdentityColumns(List.of(before), List.of(before.after(1)))
            .addFile(row(table, before.next()));
    next(table);

    assertThatThrownBy(late::commit)
        .isInstanceOfSatisfying(
            ProjectException.class,
            e -> assertThat(e.problems().get(0).code()).isEqualTo(ProblemCode.COMMIT_CONFLICT));
  }

  @Test
  void otherColumnsComeAndGoWithoutTouchingTheNumbers() {
    DeltaTable table = numbered(Map.of());
    table
        .newTransaction(WriteMode.APPEND, "CHANGE TABLE")
        .withSchema(ID_AND_NAME)
        .withDescription("numbers")
        .commit();
    assertThat(column(table)).isEqualTo(new IdentityColumn("id", 3, 2, true).after(1));
  }

  @Test
  void checkpointsAreWrittenOfSuchTablesToo() throws Exception {
    DeltaTable table = numbered(Map.of("delta.checkpointInterval", "2"));
    next(table);
    next(table);
    try (Stream<Path> log = java.nio.file.Files.list(table.path().resolve("_delta_log"))) {
      assertThat(log.map(p -> p.getFileName().toString()))
          .anyMatch(name -> name.contains(".checkpoint."));
    }
    assertThat(SparkReader.rows(table, "SELECT max(id) FROM {t}")).containsExactly("[7]");
  }
}
