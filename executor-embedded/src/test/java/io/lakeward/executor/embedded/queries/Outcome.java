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
    return ordered
        ? rows.equals(other.rows)
        : rows.stream().sorted().toList().equals(other.rows.stream().sorted().toList());
  }

  @Override
  public String toString() {
    return failed() ? "error: " + error.lines().findFirst().orElse("") : rows.toString();
  }
}
