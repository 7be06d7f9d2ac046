/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.queries;

import java.util.List;
import java.util.function.Supplier;

/**
 * What an engine makes of a query.
 *
 * @param error empty if it gave rows
 */
record Outcome(List<String> rows, String error) {
  static Outcome of(Supplier<List<String>> query) {
    try {
      return new Outcome(query.get(), "");
    } catch (RuntimeException e) {
      return new Outcome(List.of(), String.valueOf(e.getMessage()));
    } catch (Exception e) {
      // Scala code throws checked exceptions undeclared.
      return new Outcome(List.of(), String.valueOf(e.getMessage()));
    }
  }

  boolean failed() {
    return !error.isEmpty();
  }

  /** The fact of an error is compared, not its words. */
  boolean sameAs(Outcome other, boolean ordered) {
    if (failed() || other.failed()) {
      return failed() == other.failed();
    }
    List<String> own = oneZero(rows);
    List<String> others = oneZero(other.rows);
    return ordered
        ? own.equals(others)
        : own.stream().sorted().toList().equals(others.stream().sorted().toList());
  }

  /** Both zeros are equal, so which of them max and min give depends on the order of the rows. */
  private static List<String> oneZero(List<String> rows) {
    return rows.stream().map(row -> row.replaceAll("-0\\.0(?=[,\\]])", "0.0")).toList();
  }

  @Override
  public String toString() {
    return failed() ? "error: " + error.lines().findFirst().orElse("") : rows.toString();
  }
}
