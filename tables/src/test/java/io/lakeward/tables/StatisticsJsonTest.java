/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatisticsJsonTest {

  @Test
  void aFileWithoutStatisticsTellsItsRowCountOnly() {
    assertThat(StatisticsJson.write(NewDataFile.of(Path.of("f"), 1, 7)))
        .isEqualTo("{\"numRecords\":7}");
  }

  @Test
  void nestedColumnsAreNestedInTheJson() {
    assertThat(
            json(
                column(List.of("a"), 1L, 2L, 3),
                column(List.of("s", "x"), "b", "c", 0),
                column(List.of("s", "y"), LocalDate.of(2026, 1, 2), LocalDate.of(2026, 1, 3), 1)))
        .isEqualTo(
            "{\"numRecords\":10,"
                + "\"minValues\":{\"a\":1,\"s\":{\"x\":\"b\",\"y\":\"2026-01-02\"}},"
                + "\"maxValues\":{\"a\":2,\"s\":{\"x\":\"c\",\"y\":\"2026-01-03\"}},"
                + "\"nullCount\":{\"a\":3,\"s\":{\"x\":0,\"y\":1}}}");
  }

  @Test
  void timestampsAreInMillisecondsAndTheUpperBoundIsRoundedUp() {
    Instant instant = Instant.parse("2026-01-02T03:04:05.678901Z");
    LocalDateTime local = LocalDateTime.parse("1969-12-31T23:59:59.999999");
    String json =
        json(column(List.of("t"), instant, instant, 0), column(List.of("n"), local, local, 0));

    assertThat(json)
        .contains(
            "\"minValues\":{\"t\":\"2026-01-02T03:04:05.678Z\",\"n\":\"1969-12-31T23:59:59.999\"}")
        .contains(
            "\"maxValues\":{\"t\":\"2026-01-02T03:04:05.679Z\",\"n\":\"1970-01-01T00:00:00.000\"}");
  }

  @Test
  void yearsBeyondFourDigitsAreLeftOut() {
    assertThat(
            json(
                column(List.of("d"), LocalDate.of(-1, 1, 1), LocalDate.of(10_000, 1, 1), 0),
                column(
                    List.of("t"),
                    Instant.parse("2026-01-01T00:00:00Z"),
                    Instant.parse("9999-12-31T23:59:59.999999Z"),
                    0)))
        .contains("\"minValues\":{\"t\":\"2026-01-01T00:00:00.000Z\"}")
        .contains("\"maxValues\":{}");
  }

  @Test
  void boundsStayAsTheyAreWrittenWhenRowsAreDeleted() throws IOException {
    String bounds =
        "\"minValues\":{\"d\":123456789012345678.91,\"z\":-0.0,\"s\":{\"x\":\"ü\\\"\"}},"
            + "\"maxValues\":{\"d\":123456789012345678.910,\"z\":1.0E-300},"
            + "\"nullCount\":{\"d\":0}";
    String expected = "{\"numRecords\":7," + bounds + ",\"tightBounds\":false}";
    assertThat(StatisticsJson.withDeletedRows("{\"numRecords\":7," + bounds + "}"))
        .isEqualTo(expected);
    assertThat(
            StatisticsJson.withDeletedRows(
                "{\"numRecords\":7,\"tightBounds\":true," + bounds + "}"))
        .isEqualTo(expected);
    assertThat(StatisticsJson.withDeletedRows(expected)).isEqualTo(expected);
    assertThatThrownBy(() -> StatisticsJson.withDeletedRows("{" + bounds + "}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void decimalsAreNumbersWithoutExponent() {
    assertThat(
            json(
                column(
                    List.of("d"),
                    new BigDecimal("-99999999999999999999999999999999999.999"),
                    new BigDecimal("0.0000000001"),
                    0)))
        .contains("-99999999999999999999999999999999999.999", "0.0000000001");
  }

  @Test
  void notANumberMakesBothBoundsUnknown() {
    assertThat(
            json(
                column(List.of("d"), 1.0, Double.NaN, 2),
                column(List.of("f"), Float.NaN, 1.0f, 3),
                column(List.of("i"), Double.NEGATIVE_INFINITY, 5.5, 0)))
        .isEqualTo(
            "{\"numRecords\":10,\"minValues\":{},\"maxValues\":{\"i\":5.5},"
                + "\"nullCount\":{\"d\":2,\"f\":3,\"i\":0}}");
  }

  @Test
  void zeroIsNegativeBelowAndPositiveAbove() {
    assertThat(json(column(List.of("d"), 0.0, -0.0, 0)))
        .contains("\"minValues\":{\"d\":-0.0}", "\"maxValues\":{\"d\":0.0}");
  }

  @Test
  void binaryAndBooleanHaveNoBounds() {
    assertThat(json(column(List.of("b"), new byte[] {1}, true, 4)))
        .contains("\"minValues\":{},\"maxValues\":{},\"nullCount\":{\"b\":4}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"z", "\u007f", "ı", "\uffff", "😀", "\udbff\udfff"})
  void longStringsAreCutAndTheUpperBoundStaysAbove(String end) {
    String text = "x".repeat(32) + end + "rest";
    String json = json(column(List.of("s"), text, text, 0));

    assertThat(json).contains("\"minValues\":{\"s\":\"" + "x".repeat(32) + "\"}");
    String max = json.replaceAll(".*\"maxValues\":\\{\"s\":\"([^}]*)\"}.*", "$1");
    assertThat(compareUtf8(max, text)).isPositive();
    assertThat(compareUtf8("x".repeat(32), text)).isNegative();
  }

  @Test
  void aCharacterOfTwoUnitsIsNotCutInHalf() {
    String text = "😀".repeat(40);
    String json = json(column(List.of("s"), text, text, 0));

    assertThat(json).contains("\"minValues\":{\"s\":\"" + "😀".repeat(32) + "\"}");
    assertThat(json).contains("\"maxValues\":{\"s\":\"" + "😀".repeat(32) + "\udbff\udfff\"}");
  }

  @Test
  void textOfTheGreatestCharactersOnlyStaysWhole() {
    String text = "\udbff\udfff".repeat(33);

    assertThat(json(column(List.of("s"), text, text, 0)))
        .contains("\"maxValues\":{\"s\":\"" + text + "\"}");
  }

  private static int compareUtf8(String a, String b) {
    int[] left = a.codePoints().toArray();
    int[] right = b.codePoints().toArray();
    return java.util.Arrays.compare(left, right);
  }

  private static ColumnStatistics column(List<String> path, Object min, Object max, long nulls) {
    return new ColumnStatistics(path, Optional.of(min), Optional.of(max), OptionalLong.of(nulls));
  }

  private static String json(ColumnStatistics... columns) {
    return StatisticsJson.write(
        NewDataFile.of(Path.of("f"), 1, 10).withStatistics(new FileStatistics(List.of(columns))));
  }
}
