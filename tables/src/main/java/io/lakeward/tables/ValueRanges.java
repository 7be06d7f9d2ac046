/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Between which values of some columns rows lie. Taken from the statistics of files, which tell
 * bounds that may be too wide and are never too narrow.
 */
public final class ValueRanges {
  private static final Pattern DAY = Pattern.compile("[+-]?\\d{4,}-\\d\\d-\\d\\d");

  private record Range(JsonNode min, JsonNode max) {}

  private final Map<String, Range> byColumn;
  private final Map<String, NavigableSet<JsonNode>> values;

  private ValueRanges(Map<String, Range> byColumn, Map<String, NavigableSet<JsonNode>> values) {
    this.byColumn = byColumn;
    this.values = values;
  }

  /** The range that holds one number. */
  public static ValueRanges of(String column, long value) {
    JsonNode number = JsonNodeFactory.instance.numberNode(value);
    return new ValueRanges(Map.of(column, new Range(number, number)), Map.of());
  }

  /** The ranges that the rows of some files are in. */
  static ValueRanges of(Collection<ObjectNode> addActions, List<String> columns) {
    Map<String, Range> ranges = new LinkedHashMap<>();
    List<Optional<JsonNode>> statistics = addActions.stream().map(ValueRanges::statistics).toList();
    for (String column : columns) {
      find(column, statistics).ifPresent(range -> ranges.put(column, range));
    }
    return new ValueRanges(ranges, Map.of());
  }

  private static Optional<Range> find(String column, List<Optional<JsonNode>> statistics) {
    @Nullable Range all = null;
    for (Optional<JsonNode> file : statistics) {
      Optional<Range> own = file.flatMap(s -> range(column, s));
      if (own.isEmpty()) {
        return Optional.empty();
      }
      all = all == null ? own.get() : union(all, own.get());
      if (all == null) {
        return Optional.empty();
      }
    }
    return Optional.ofNullable(all);
  }

  private static @Nullable Range union(Range one, Range other) {
    boolean isComparable =
        isComparable(one.min(), other.min()) && isComparable(one.max(), other.max());
    return isComparable
        ? new Range(
            compare(one.min(), other.min()) <= 0 ? one.min() : other.min(),
            compare(one.max(), other.max()) >= 0 ? one.max() : other.max())
        : null;
  }

  /**
   * The same, and a column has no other values than some. That says more if they lie far apart;
   * values other than whole numbers and text say nothing.
   */
  public ValueRanges with(String column, Collection<?> some) {
    NavigableSet<JsonNode> nodes = new TreeSet<>(ValueRanges::compare);
    boolean areNumbers = some.stream().allMatch(ValueRanges::isWhole);
    if (!areNumbers && !some.stream().allMatch(String.class::isInstance)) {
      return this;
    }
    for (Object value : some) {
      nodes.add(
          value instanceof Number number
              ? JsonNodeFactory.instance.numberNode(number.longValue())
              : JsonNodeFactory.instance.textNode(value.toString()));
    }
    Map<String, NavigableSet<JsonNode>> all = new LinkedHashMap<>(values);
    all.put(column, nodes);
    return new ValueRanges(byColumn, all);
  }

  private static boolean isWhole(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte;
  }

  /** False only if no row of the file has values in all the ranges. */
  boolean mayReach(ObjectNode addAction) {
    Optional<JsonNode> statistics = statistics(addAction);
    return statistics.isEmpty()
        || (byColumn.entrySet().stream()
                .allMatch(
                    wanted ->
                        range(wanted.getKey(), statistics.get())
                            .map(own -> overlap(own, wanted.getValue()))
                            .orElse(true))
            && values.entrySet().stream()
                .allMatch(
                    wanted ->
                        range(wanted.getKey(), statistics.get())
                            .map(own -> holdsOne(own, wanted.getValue()))
                            .orElse(true)));
  }

  private static boolean holdsOne(Range range, NavigableSet<JsonNode> values) {
    if (values.isEmpty()) {
      return false;
    }
    if (!isComparable(range.min(), values.first()) || !isComparable(range.max(), values.first())) {
      return true;
    }
    JsonNode next = values.ceiling(range.min());
    return next != null && compare(next, range.max()) <= 0;
  }

  private static boolean overlap(Range one, Range other) {
    return !isComparable(one.min(), other.max())
        || !isComparable(one.max(), other.min())
        || (compare(one.min(), other.max()) <= 0 && compare(one.max(), other.min()) >= 0);
  }

  private static Optional<JsonNode> statistics(ObjectNode addAction) {
    String text = addAction.path("stats").asText("");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(JsonTrees.parse(text));
    } catch (IOException e) {
      // Statistics are a hint; a reader may always go without.
      return Optional.empty();
    }
  }

  private static Optional<Range> range(String column, JsonNode statistics) {
    JsonNode min = statistics.path("minValues").path(column);
    JsonNode max = statistics.path("maxValues").path(column);
    return min.isValueNode() && max.isValueNode() && !min.isNull() && !max.isNull()
        ? Optional.of(new Range(min, max))
        : Optional.empty();
  }

  /** In a column of timestamps, the form of files that were written when it had dates. */
  private static boolean isDay(JsonNode text) {
    return DAY.matcher(text.asText()).matches();
  }

  private static boolean isComparable(JsonNode one, JsonNode other) {
    return (one.isNumber() && other.isNumber())
        || (one.isTextual() && other.isTextual() && isDay(one) == isDay(other));
  }

  private static int compare(JsonNode one, JsonNode other) {
    return one.isNumber()
        ? one.decimalValue().compareTo(other.decimalValue())
        : Arrays.compareUnsigned(
            one.textValue().getBytes(StandardCharsets.UTF_8),
            other.textValue().getBytes(StandardCharsets.UTF_8));
  }
}
