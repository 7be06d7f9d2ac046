/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import static io.lakeward.tables.Fixture.field;
import static io.lakeward.tables.Fixture.struct;
import static io.lakeward.tables.Fixture.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.types.DataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every type that Delta stores, written by DuckDB, committed here and read by Spark. */
class AllTypesTest {
  /** What a column is made of: type in the schema, value in DuckDB, condition in Spark. */
  private record Case(String type, String duckDb, String spark, Object min, Object max) {}

  private static final Object NONE = new byte[0];

  private static final Map<String, Case> CASES = cases();

  @TempDir Path folder;

  @Test
  void everyTypeComesBackFromSparkWithStatisticsThatHideNothing() throws Exception {
    DeltaTable table = Fixture.newTable(folder);
    List<String> fields = new ArrayList<>();
    List<String> values = new ArrayList<>();
    List<String> nulls = new ArrayList<>();
    List<ColumnStatistics> statistics = new ArrayList<>();
    CASES.forEach(
        (name, c) -> {
          fields.add(field(name, c.type));
          values.add(c.duckDb + " AS " + name);
          nulls.add("NULL");
          if (c.min != NONE) {
            statistics.add(
                new ColumnStatistics(
                    List.of(name), Optional.of(c.min), Optional.of(c.max), OptionalLong.of(1)));
          }
        });
    NewDataFile file =
        write(
            table,
            "SELECT "
                + String.join(", ", values)
                + " UNION ALL SELECT "
                + String.join(", ", nulls));
    String schema = struct(fields.toArray(String[]::new));
    table
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(schema)
        .addFile(file.withStatistics(new FileStatistics(statistics)))
        .commit();

    assertThat(SparkReader.read(table).schema()).isEqualTo(DataType.fromJson(schema));
    assertThat(SparkReader.read(table).count()).isEqualTo(2);
    assertThat(KernelReader.columns(table)).containsExactlyElementsOf(CASES.keySet());
    assertThat(KernelReader.countFiles(table)).isEqualTo(1);
    // The filter is there to make Spark look at the statistics; each keeps the row.
    for (Map.Entry<String, Case> c : CASES.entrySet()) {
      assertThat(SparkReader.read(table).where(c.getKey() + " " + c.getValue().spark).count())
          .as(c.getKey())
          .isEqualTo(1);
    }
    assertThat(table.snapshot().unsupportedFeatures()).isEmpty();
  }

  @Test
  void theProtocolAsksForTimestampsWithoutZoneOnlyWhereTheyAre() {
    DeltaTable plain = DeltaTable.at(folder.resolve("plain"));
    plain
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(struct(field("t", "\"timestamp\"")))
        .commit();
    assertThat(KernelReader.snapshot(plain).getProtocol().getMinReaderVersion()).isEqualTo(1);

    plain
        .newTransaction(WriteMode.APPEND, "WRITE")
        .withSchema(
            struct(
                field(
                    "a",
                    "{\"type\":\"array\",\"elementType\":\"timestamp_ntz\",\"containsNull\":true}")))
        .commit();

    assertThat(KernelReader.snapshot(plain).getProtocol().getReaderFeatures())
        .containsExactly("timestampNtz");
    assertThat(KernelReader.snapshot(plain).getProtocol().getWriterFeatures())
        .contains("timestampNtz", "appendOnly", "invariants");
    assertThat(plain.changes(0, 1).get(0).protocolChanged()).isTrue();
    assertThat(SparkReader.read(plain).count()).isZero();
  }

  private static Map<String, Case> cases() {
    Map<String, Case> cases = new LinkedHashMap<>();
    put(cases, "c_boolean", "\"boolean\"", "true", "= true", NONE, NONE);
    put(
        cases,
        "c_variant",
        "\"variant\"",
        "{'metadata': '\\x01\\x00\\x00'::BLOB, 'value': '\\x04'::BLOB}",
        "::boolean",
        NONE,
        NONE);
    put(cases, "c_byte", "\"byte\"", "(-128)::TINYINT", "= -128", (byte) -128, (byte) -128);
    put(cases, "c_short", "\"short\"", "32767::SMALLINT", "= 32767", (short) 32767, (short) 32767);
    put(
        cases,
        "c_int",
        "\"integer\"",
        "(-2147483648)::INTEGER",
        "= -2147483648",
        Integer.MIN_VALUE,
        Integer.MIN_VALUE);
    put(
        cases,
        "c_long",
        "\"long\"",
        "9223372036854775807::BIGINT",
        "= 9223372036854775807",
        Long.MAX_VALUE,
        Long.MAX_VALUE);
    put(cases, "c_float", "\"float\"", "1.1::FLOAT", "= float(1.1)", 1.1f, 1.1f);
    put(cases, "c_double", "\"double\"", "-0.0::DOUBLE", "= 0.0", -0.0, -0.0);
    put(
        cases,
        "c_decimal",
        "\"decimal(10,2)\"",
        "12345678.90::DECIMAL(10,2)",
        "= 12345678.90",
        new BigDecimal("12345678.90"),
        new BigDecimal("12345678.90"));
    BigDecimal big = new BigDecimal("-9999999999999999999999999999.9999999999");
    put(cases, "c_big", "\"decimal(38,10)\"", big + "::DECIMAL(38,10)", "= " + big, big, big);
    put(cases, "c_string", "\"string\"", "'ıİß€😀'", "= 'ıİß€😀'", "ıİß€😀", "ıİß€😀");
    put(
        cases,
        "c_long_string",
        "\"string\"",
        "repeat('é', 50)",
        "= repeat('é', 50)",
        "é".repeat(50),
        "é".repeat(50));
    put(cases, "c_binary", "\"binary\"", "'\\x00\\xFF'::BLOB", "= X'00FF'", NONE, NONE);
    put(
        cases,
        "c_date",
        "\"date\"",
        "DATE '0001-01-01'",
        "= DATE '0001-01-01'",
        LocalDate.of(1, 1, 1),
        LocalDate.of(1, 1, 1));
    Instant instant = Instant.parse("2026-03-29T01:30:00.123456Z");
    put(
        cases,
        "c_timestamp",
        "\"timestamp\"",
        "TIMESTAMPTZ '2026-03-29 01:30:00.123456+00'",
        "= TIMESTAMP '2026-03-29 01:30:00.123456Z'",
        instant,
        instant);
    LocalDateTime local = LocalDateTime.parse("1969-12-31T23:59:59.999999");
    put(
        cases,
        "c_ntz",
        "\"timestamp_ntz\"",
        "TIMESTAMP '1969-12-31 23:59:59.999999'",
        "= TIMESTAMP_NTZ '1969-12-31 23:59:59.999999'",
        local,
        local);
    put(
        cases,
        "c_array",
        "{\"type\":\"array\",\"elementType\":\"string\",\"containsNull\":true}",
        "['a', NULL]",
        "= array('a', NULL)",
        NONE,
        NONE);
    put(
        cases,
        "c_map",
        "{\"type\":\"map\",\"keyType\":\"string\",\"valueType\":\"long\","
            + "\"valueContainsNull\":true}",
        "MAP {'k': 5::BIGINT}",
        "['k'] = 5",
        NONE,
        NONE);
    put(
        cases,
        "c_struct",
        struct(
            field("x", "\"integer\""),
            field(
                "l",
                "{\"type\":\"array\",\"elementType\":"
                    + struct(field("y", "\"date\""))
                    + ",\"containsNull\":true}")),
        "{'x': 1, 'l': [{'y': DATE '2026-01-01'}]}",
        ".l[0].y = DATE '2026-01-01'",
        NONE,
        NONE);
    return cases;
  }

  private static void put(
      Map<String, Case> cases,
      String name,
      String type,
      String duckDb,
      String spark,
      Object min,
      Object max) {
    cases.put(name, new Case(type, duckDb, spark, min, max));
  }
}
