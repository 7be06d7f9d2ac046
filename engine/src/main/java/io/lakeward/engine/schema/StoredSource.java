/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.schema;

import io.lakeward.model.name.TableName;
import java.util.List;

/**
 * A streamed source with the schemas that it has had.
 *
 * @param path as the query has it
 * @param tables those that are filled from it, as far as the project tells
 * @param versions oldest first; there is at least one
 */
public record StoredSource(
    String key, String path, List<TableName> tables, List<SchemaVersion> versions) {
  public StoredSource {
    tables = List.copyOf(tables);
    versions = List.copyOf(versions);
  }

  public SchemaVersion newest() {
    return versions.get(versions.size() - 1);
  }
}
