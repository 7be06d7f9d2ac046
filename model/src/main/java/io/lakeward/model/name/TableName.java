/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.name;

import java.util.List;
import java.util.Locale;

/**
 * The full name of a table or view: catalog, schema and table. Spelling is kept as written;
 * equality ignores letter case, as Spark's names do.
 */
public record TableName(String catalog, String schema, String table)
    implements Comparable<TableName> {

  public List<String> parts() {
    return List.of(catalog, schema, table);
  }

  /** The name as SQL would need it: each part in back-quotes where it is not a plain word. */
  public String quoted() {
    return SqlQuoting.quoteIfNeeded(catalog)
        + "."
        + SqlQuoting.quoteIfNeeded(schema)
        + "."
        + SqlQuoting.quoteIfNeeded(table);
  }

  private String key() {
    return (catalog + "\0" + schema + "\0" + table).toLowerCase(Locale.ROOT);
  }

  @Override
  public int compareTo(TableName other) {
    return key().compareTo(other.key());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TableName name && key().equals(name.key());
  }

  @Override
  public int hashCode() {
    return key().hashCode();
  }

  /** {@code catalog.schema.table}, for messages and events. */
  @Override
  public String toString() {
    return catalog + "." + schema + "." + table;
  }
}
