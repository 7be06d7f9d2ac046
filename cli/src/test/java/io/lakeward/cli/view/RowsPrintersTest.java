/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.lakeward.engine.executor.QueryResult;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowsPrintersTest {

  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final StructType POINT =
      new StructType().add("x", DataTypes.IntegerType).add("label", DataTypes.StringType);

  private static QueryResult oneColumn(String name, DataType type, @Nullable Object... values) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Object value : values) {
      rows.add(Collections.singletonList(value));
    }
    return new QueryResult(new StructType().add(name, type), rows, false);
  }

  private static String text(@Nullable Object value, DataType type) {
    return new ValueText(UTC).text(value, type);
  }

  private static QueryResult mixed() {
    StructType schema =
        new StructType()
            .add("id", DataTypes.LongType)
            .add("name", DataTypes.StringType)
            .add("price", DataTypes.createDecimalType(10, 2));
    return new QueryResult(
        schema,
        List.of(
            Arrays.asList(1L, "pen, \"blue\"", new BigDecimal("1.50")),
            Arrays.asList(1200L, "紙", null),
            Arrays.asList(3L, "", new BigDecimal("12345678.90"))),
        false);
  }

  @Test
  void a_table_is_aligned_by_what_a_terminal_shows() {
    assertThat(new TablePrinter(UTC).print(mixed()))
        .isEqualTo(
            """
              id  name               price
            ----  -----------  -----------
               1  pen, "blue"         1.50
            1200  紙                  NULL
               3               12345678.90
            (3 rows)
            """);
  }

  @Test
  void a_table_says_when_there_is_more() {
    QueryResult some =
        new QueryResult(
            new StructType().add("n", DataTypes.IntegerType), List.of(List.of(1)), true);
    assertThat(new TablePrinter(UTC).print(some))
        .endsWith("(the first 1 row; --limit N shows more)\n");
  }

  @Test
  void csv_follows_rfc_4180() {
    assertThat(new CsvPrinter(UTC).print(mixed()))
        .isEqualTo(
            "id,name,price\r\n1,\"pen, \"\"blue\"\"\",1.50\r\n1200,紙,\r\n3,\"\",12345678.90\r\n");
  }

  @Test
  void json_keeps_types_and_digits() throws Exception {
    StructType schema =
        new StructType()
            .add("d", DataTypes.createDecimalType(38, 10))
            .add("t", DataTypes.TimestampType)
            .add("n", DataTypes.TimestampNTZType)
            .add("p", POINT)
            .add("m", DataTypes.createMapType(DataTypes.StringType, DataTypes.LongType))
            .add("nan", DataTypes.DoubleType)
            .add("b", DataTypes.BinaryType);
    QueryResult result =
        new QueryResult(
            schema,
            List.of(
                Arrays.asList(
                    new BigDecimal("1234567890123456789012345678.0000000001"),
                    Instant.parse("2026-01-01T00:00:00.5Z"),
                    LocalDateTime.parse("2026-01-01T12:00:00"),
                    Arrays.asList(1, null),
                    Map.of("k", 9007199254740993L),
                    Double.NaN,
                    new byte[] {1, 2})),
            false);
    JsonNode row =
        JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build()
            .readTree(new JsonRowsPrinter(ZoneId.of("+01:00")).print(result))
            .path(0);
    assertThat(row.path("d").decimalValue())
        .isEqualTo(new BigDecimal("1234567890123456789012345678.0000000001"));
    assertThat(row.path("t").asText()).isEqualTo("2026-01-01T01:00:00.5+01:00");
    assertThat(row.path("n").asText()).isEqualTo("2026-01-01T12:00:00");
    assertThat(row.path("p").toString()).isEqualTo("{\"x\":1,\"label\":null}");
    assertThat(row.path("m").path("k").longValue()).isEqualTo(9007199254740993L);
    assertThat(row.path("nan").asText()).isEqualTo("NaN");
    assertThat(row.path("b").asText()).isEqualTo("AQI=");
  }

  @Test
  void values_look_as_in_spark() {
    assertThat(text(Instant.parse("2026-01-01T00:00:00Z"), DataTypes.TimestampType))
        .isEqualTo("2026-01-01 00:00:00");
    assertThat(text(Instant.parse("2026-01-01T00:00:00.120Z"), DataTypes.TimestampType))
        .isEqualTo("2026-01-01 00:00:00.12");
    assertThat(text(LocalDate.parse("2026-01-01"), DataTypes.DateType)).isEqualTo("2026-01-01");
    assertThat(text(1e10, DataTypes.DoubleType)).isEqualTo("1.0E10");
    assertThat(text(new BigDecimal("0.0000001"), DataTypes.createDecimalType(10, 7)))
        .isEqualTo("0.0000001");
    assertThat(text(List.of(1, 2), DataTypes.createArrayType(DataTypes.IntegerType)))
        .isEqualTo("[1, 2]");
    assertThat(text(Arrays.asList(1, "a"), POINT)).isEqualTo("{1, a}");
    assertThat(text(Arrays.asList(1, null), POINT)).isEqualTo("{1, NULL}");
    assertThat(
            text(
                Map.of("k", "v"),
                DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType)))
        .isEqualTo("{k -> v}");
    assertThat(text(new byte[] {0x53, (byte) 0xff}, DataTypes.BinaryType)).isEqualTo("[53 FF]");
    assertThat(text(null, DataTypes.StringType)).isEqualTo("NULL");
  }

  @Test
  void control_characters_in_rows_stay_harmless() {
    assertThat(
            new TablePrinter(UTC).print(oneColumn("s", DataTypes.StringType, "a\nb\u001b[2J\tc")))
        .contains("a\\nb\\u001b[2J\\tc");
  }
}
