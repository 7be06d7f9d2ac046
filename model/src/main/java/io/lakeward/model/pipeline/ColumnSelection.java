/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import java.util.List;

/**
 * Some of the columns of a row: {@code (a, b)}, {@code * EXCEPT (a, b)}, or all of them.
 *
 * @param kind which of the three it is
 * @param columns the named ones; empty for all
 */
public record ColumnSelection(Kind kind, List<NamedColumn> columns) {
  /** How the columns are told. */
  public enum Kind {
    ALL,
    LISTED,
    ALL_EXCEPT
  }

  public ColumnSelection {
    columns = List.copyOf(columns);
  }

  public static ColumnSelection all() {
    return new ColumnSelection(Kind.ALL, List.of());
  }

  /** Whether a column belongs to the selection; letter case does not matter. */
  public boolean includes(String column) {
    boolean isNamed = columns.stream().anyMatch(c -> c.name().equalsIgnoreCase(column));
    return switch (kind) {
      case ALL -> true;
      case LISTED -> isNamed;
      case ALL_EXCEPT -> !isNamed;
    };
  }
}
