/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import static io.lakeward.tables.Fixture.field;
import static io.lakeward.tables.Fixture.struct;
import static io.lakeward.tables.Fixture.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that get a wider type while their files stay; read by delta-spark and Kernel. */
class TypeWideningTest {
  private static final String NARROW =
      struct(
          field("b", "\"byte\""),
          field("i", "\"integer\""),
          field("f", "\"float\""),
          field("d", "\"decimal(5,2)\""),
          field("s", struct(field("x", "\"short\""))),
          field(
              "m",
              "{\"type\":\"map\",\"keyType\":\"integer\",\"valueType\":{\"type\":\"array\","
                  + "\"elementType\":\"float\",\"containsNull\":true},\"valueContainsNull\":true}"));
  private static final String WIDE =
      NARROW
          .replace("\"byte\"", "\"short\"")
          .replace("\"integer\"", "\"long\"")
          .replace("\"float\"", "\"double\"")
          .replace("decimal(5,2)", "decimal(20,4)")
          .replace("\"x\",\"type\":\"short\"", "\"x\",\"type\":\"integer\"");
  private static final Map<String, String> WIDENING = Map.of("DELTA.enableTypeWidening", "TRUE");

  @TempDir Path folder;

  private DeltaTable narrow() {
    DeltaTable table = Fixture.newTable(folder);
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(NARROW)
        .addFile(
            write(
                table,
                "SELECT 127::TINYINT AS b, 2147483647::INT AS i, 1.5::FLOAT AS f,"
                    + " 999.99::DECIMAL(5,2) AS d, {'x': 3::SMALLINT} AS s,"
                    + " MAP {7::INT: [0.5::FLOAT]} AS m"))
        .commit();
    return table;
  }

  private static void widen(DeltaTable table, String schema) {
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(schema)
        .withProperties(WIDENING)
        .addFile(
            write(
                table,
                "SELECT 128::SMALLINT AS b, 2147483648::BIGINT AS i, 1e300::DOUBLE AS f,"
                    + " 12345678.1234::DECIMAL(20,4) AS d, {'x': 40000::INT} AS s,"
                    + " MAP {8::BIGINT: [1e300::DOUBLE]} AS m"))
        .commit();
  }

  @Test
  void oldAndNewFilesAreReadInTheWiderTypes() throws Exception {
    DeltaTable table = narrow();
    widen(table, WIDE);

    String all = "SELECT b, i, f, d, s.x, map_keys(m)[0], map_values(m)[0][0] FROM {t} ORDER BY i";
    List<String> rows =
        List.of(
            "[127,2147483647,1.5,999.9900,3,7,0.5]",
            "[128,2147483648,1.0E300,12345678.1234,40000,8,1.0E300]");
    assertThat(SparkReader.rows(table, all)).isEqualTo(rows);
    assertThat(SparkReader.rows(table, "SELECT b FROM {t} WHERE i > 2147483647 AND f > 2"))
        .containsExactly("[128]");
    assertThat(SparkReader.rows(table, "SELECT b FROM {t} WHERE i <= 2147483647 AND d < 1000"))
        .containsExactly("[127]");
    assertThat(KernelReader.columns(table)).containsExactly("b", "i", "f", "d", "s", "m");
    assertThat(KernelReader.countFiles(table)).isEqualTo(2);
    assertThat(table.snapshot().unsupportedFeatures()).isEmpty();

    KernelCheckpoints.write(table.path());
    assertThat(SparkReader.rows(DeltaTable.at(table.path()), all)).isEqualTo(rows);
  }

  @Test
  void deltaSparkReadsWholeNumbersAsOnesWithFractions() {
    DeltaTable table = narrow();
    for (String field : List.of(field("i", "\"double\""), field("b", "\"decimal(12,2)\""))) {
      table
          .newTransaction(WriteMode.APPEND, "WRITE")
          .withSchema(struct(field))
          .withProperties(WIDENING)
          .commit();
    }
    assertThat(SparkReader.rows(table, "SELECT b, i FROM {t} WHERE i > 2147483646.5 AND b = 127"))
        .containsExactly("[127.00,2.147483647E9]");
    SparkReader.rows(table, "INSERT INTO {t} (b, i) VALUES (1.5, 0.25)");
    assertThat(SparkReader.rows(table, "SELECT b, i FROM {t} WHERE i < 1"))
        .containsExactly("[1.50,0.25]");
  }

  @Test
  void aDateBecomesATimestampWithoutZone() throws Exception {
    DeltaTable table = Fixture.newTable(folder);
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(struct(field("d", "\"date\"")))
        .addFile(write(table, "SELECT DATE '2026-03-01' AS d"))
        .commit();
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(struct(field("d", "\"timestamp_ntz\"")))
        .withProperties(WIDENING)
        .addFile(write(table, "SELECT TIMESTAMP '2026-03-02 10:30:00' AS d"))
        .commit();

    for (String condition :
        List.of(
            "d = TIMESTAMP_NTZ'2026-03-01 00:00:00'",
            "d <= TIMESTAMP_NTZ'2026-03-01 12:00:00'",
            "d > TIMESTAMP_NTZ'2026-02-28 23:00:00' AND d < TIMESTAMP_NTZ'2026-03-02 00:00:00'")) {
      assertThat(SparkReader.rows(table, "SELECT d FROM {t} WHERE " + condition))
          .as(condition)
          .containsExactly("[2026-03-01T00:00]");
    }
    assertThat(KernelReader.columns(table)).containsExactly("d");
    assertThat(KernelReader.countFiles(table)).isEqualTo(2);
    assertThat(table.snapshot().unsupportedFeatures()).isEmpty();
    KernelCheckpoints.write(table.path());
    assertThat(SparkReader.rows(DeltaTable.at(table.path()), "SELECT d FROM {t} ORDER BY d"))
        .containsExactly("[2026-03-01T00:00]", "[2026-03-02T10:30]");
  }

  @Test
  void changesAddUpAndDeltaSparkGoesOnWithTheTable() {
    DeltaTable table = narrow();
    widen(table, WIDE.replace("\"b\",\"type\":\"short\"", "\"b\",\"type\":\"integer\""));
    SparkReader.rows(table, "ALTER TABLE {t} ALTER COLUMN s.x TYPE BIGINT");
    SparkReader.rows(table, "INSERT INTO {t} (b, s) VALUES (70000, struct(5000000000))");
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(struct(field("b", "\"long\"")))
        .commit();

    assertThat(SparkReader.rows(table, "SELECT b, s.x FROM {t} ORDER BY b"))
        .containsExactly("[127,3]", "[128,40000]", "[70000,5000000000]");
    assertThat(table.snapshot().schemaJson())
        .contains(
            "{\"toType\":\"integer\",\"fromType\":\"byte\"},{\"toType\":\"long\",\"fromType\":\"integer\"}",
            "\"fieldPath\":\"key\"",
            "\"fieldPath\":\"value.element\"");
  }

  @Test
  void withoutThePropertyOrForOtherTypesNothingIsWidened() {
    DeltaTable table = narrow();
    String wider = struct(field("i", "\"long\""));
    assertThatThrownBy(
            () -> table.newTransaction(WriteMode.APPEND, "WRITE").withSchema(wider).commit())
        .isInstanceOf(ProjectException.class)
        .hasMessageContainingAll("INCOMPATIBLE_SCHEMA", "`i`", "INT", "BIGINT");
    for (String other :
        List.of("\"string\"", "\"float\"", "\"decimal(9,0)\"", "\"short\"", "\"timestamp\"")) {
      assertThatThrownBy(
              () ->
                  table
                      .newTransaction(WriteMode.APPEND, "WRITE")
                      .withProperties(WIDENING)
                      .withSchema(struct(field("i", other)))
                      .commit())
          .as(other)
          .hasMessageContaining("INCOMPATIBLE_SCHEMA");
    }
  }

  @Test
  void anIntegerIsWidenedWhereAllItsValuesHaveAPlace() {
    assertThat(TypeWidening.isWider("integer", "double")).isTrue();
    assertThat(TypeWidening.isWider("long", "double")).isFalse();
    assertThat(TypeWidening.isWider("byte", "decimal(10,0)")).isTrue();
    assertThat(TypeWidening.isWider("integer", "decimal(12,2)")).isTrue();
    assertThat(TypeWidening.isWider("integer", "decimal(11,2)")).isFalse();
    assertThat(TypeWidening.isWider("long", "decimal(20,0)")).isTrue();
    assertThat(TypeWidening.isWider("long", "decimal(19,0)")).isFalse();
    assertThat(TypeWidening.isWider("double", "decimal(38,10)")).isFalse();
  }

  @Test
  void aDecimalIsWiderIfBothItsSidesAre() {
    assertThat(TypeWidening.isWider("decimal(5,2)", "decimal(6,2)")).isTrue();
    assertThat(TypeWidening.isWider("decimal(5,2)", "decimal(7,4)")).isTrue();
    assertThat(TypeWidening.isWider("decimal(5,2)", "decimal(6,4)")).isFalse();
    assertThat(TypeWidening.isWider("decimal(5,2)", "decimal(9,1)")).isFalse();
    assertThat(TypeWidening.isWider("decimal(5,2)", "decimal(5,2)")).isFalse();
  }
}
