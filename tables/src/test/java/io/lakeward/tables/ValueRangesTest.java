/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValueRangesTest {
  private static ObjectNode file(String minimum, String maximum) {
    ObjectNode add = JsonNodeFactory.instance.objectNode();
    add.put(
        "stats",
        "{\"numRecords\":1,\"minValues\":{\"k\":%s},\"maxValues\":{\"k\":%s}}"
            .formatted(minimum, maximum));
    return add;
  }

  private static boolean reaches(ObjectNode file, ObjectNode... wanted) {
    return ValueRanges.of(List.of(wanted), List.of("k")).mayReach(file);
  }

  @Test
  void filesWhoseRangesDoNotMeetAreLeftOut() {
    assertThat(reaches(file("1", "5"), file("6", "9"))).isFalse();
    assertThat(reaches(file("1", "5"), file("5", "9"))).isTrue();
    assertThat(reaches(file("10", "20"), file("6", "9"))).isFalse();
    assertThat(reaches(file("3", "4"), file("1", "2"), file("8", "9"))).isTrue();
    assertThat(reaches(file("1.5", "1.75"), file("1.8", "2"))).isFalse();
  }

  @Test
  void textsAreComparedAsBytes() {
    assertThat(reaches(file("\"a\"", "\"b\""), file("\"c\"", "\"d\""))).isFalse();
    assertThat(reaches(file("\"ä\"", "\"ö\""), file("\"z\"", "\"é\""))).isTrue();
    // As UTF-16 the first of these would be the smaller one.
    assertThat(reaches(file("\"😀\"", "\"😀\""), file("\"a\"", "\"\uFFFD\""))).isFalse();
  }

  @Test
  void whatIsNotKnownMayBeThere() {
    ObjectNode without = JsonNodeFactory.instance.objectNode();
    assertThat(reaches(without, file("1", "2"))).isTrue();
    assertThat(reaches(file("1", "2"), without)).isTrue();
    assertThat(reaches(file("1", "2"), file("null", "null"))).isTrue();
    assertThat(reaches(file("1", "2"), file("\"x\"", "\"y\""))).isTrue();
    assertThat(reaches(file("1", "2"), file("8", "9"), without)).isTrue();
  }

  @Test
  void daysOfAColumnThatBecameOneOfTimestampsSayNothing() {
    ObjectNode noon = file("\"2026-03-01T12:00:00.000\"", "\"2026-03-01T12:00:00.000\"");
    assertThat(reaches(file("\"2026-03-01\"", "\"2026-03-01\""), noon)).isTrue();
    assertThat(reaches(file("\"2026-03-01\"", "\"2026-03-02\""), noon)).isTrue();
    assertThat(
            reaches(
                file("\"2026-03-01\"", "\"2026-03-01\""), file("\"2026-03-02\"", "\"2026-03-02\"")))
        .isFalse();
  }

  @Test
  void oneNumberIsARangeToo() {
    assertThat(ValueRanges.of("k", 2).mayReach(file("0", "1"))).isFalse();
    assertThat(ValueRanges.of("k", 2).mayReach(file("0", "2"))).isTrue();
  }

  @Test
  void someValuesSayMoreThanTheirBounds() {
    ValueRanges wanted =
        ValueRanges.of(List.of(file("1", "100")), List.of("k")).with("k", List.of(1L, 40, 100L));
    assertThat(wanted.mayReach(file("2", "39"))).isFalse();
    assertThat(wanted.mayReach(file("2", "40"))).isTrue();
    assertThat(wanted.mayReach(file("100", "100"))).isTrue();
    assertThat(wanted.mayReach(file("101", "200"))).isFalse();
    assertThat(wanted.mayReach(file("\"x\"", "\"y\""))).isTrue();
    assertThat(wanted.mayReach(JsonNodeFactory.instance.objectNode())).isTrue();
  }

  @Test
  void someTextsAreComparedAsBytes() {
    ValueRanges wanted = ValueRanges.of(List.of(), List.of("k")).with("k", List.of("a", "ö"));
    assertThat(wanted.mayReach(file("\"b\"", "\"z\""))).isFalse();
    assertThat(wanted.mayReach(file("\"z\"", "\"😀\""))).isTrue();
  }

  @Test
  void valuesOfOtherTypesSayNothing() {
    assertThat(
            ValueRanges.of(List.of(), List.of("k"))
                .with("k", List.of(1.5))
                .mayReach(file("8", "9")))
        .isTrue();
  }
}
