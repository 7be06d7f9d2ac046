/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.plan;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which rows of a table are asked for, where that is not simply the present ones.
 *
 * @param at an older state of the table
 * @param changes the change feed instead of the rows
 * @param options of a streaming read, such as {@code skipChangeCommits}
 */
public record TableReading(
    Optional<TablePoint> at, Optional<ChangeRange> changes, Map<String, String> options) {
  /** The columns that a change feed adds to those of its table. */
  public static final String CHANGE_TYPE = "_change_type";

  public static final String COMMIT_VERSION = "_commit_version";
  public static final String COMMIT_TIMESTAMP = "_commit_timestamp";

  /** The rows that are there now, or in a stream all that come. */
  public static final TableReading PRESENT =
      new TableReading(Optional.empty(), Optional.empty(), Map.of());

  public TableReading {
    Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    anyCase.putAll(options);
    options = Collections.unmodifiableMap(anyCase);
  }

  public static TableReading at(TablePoint point) {
    return new TableReading(Optional.of(point), Optional.empty(), Map.of());
  }

  public static TableReading changes(ChangeRange range) {
    return new TableReading(Optional.empty(), Optional.of(range), Map.of());
  }

  public static TableReading withOptions(Map<String, String> options) {
    return new TableReading(Optional.empty(), Optional.empty(), options);
  }

  public Optional<String> option(String name) {
    return Optional.ofNullable(options.get(name));
  }

  public boolean isSet(String option) {
    return option(option).map(value -> value.equalsIgnoreCase("true")).orElse(false);
  }

  /** Whether the columns of a change feed come with the rows. */
  public boolean readsChanges() {
    return changes.isPresent() || isSet("readChangeFeed") || isSet("readChangeData");
  }

  /** From one point to another, both included; without an end up to the newest. */
  public record ChangeRange(TablePoint start, Optional<TablePoint> end) {}
}
