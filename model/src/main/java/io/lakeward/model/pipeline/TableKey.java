/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.name.SqlQuoting;
import io.lakeward.model.name.TableName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A primary or foreign key of a table. Nobody enforces it; it tells readers how rows and tables
 * belong together.
 *
 * @param name unique in its table
 * @param columns the table's own
 * @param references what a foreign key points to; empty for a primary key
 */
public record TableKey(String name, List<String> columns, Optional<Reference> references) {
  /**
   * @param columns of the other table; empty for its primary key
   */
  public record Reference(TableName table, List<String> columns) {
    public Reference {
      columns = List.copyOf(columns);
    }
  }

  public TableKey {
    columns = List.copyOf(columns);
  }

  /** The key as SQL, without its name. */
  public String sql() {
    return references
        .map(
            other ->
                "FOREIGN KEY "
                    + list(columns)
                    + " REFERENCES "
                    + other.table().quoted()
                    + (other.columns().isEmpty() ? "" : " " + list(other.columns())))
        .orElseGet(() -> "PRIMARY KEY " + list(columns));
  }

  private static String list(List<String> columns) {
    return columns.stream()
        .map(SqlQuoting::quoteIfNeeded)
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
