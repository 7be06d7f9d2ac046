/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.util.List;
import java.util.OptionalLong;

/**
 * What applying changes did.
 *
 * @param version the Delta version it committed; empty if there was nothing to change
 * @param reads what it read
 * @param rowsUpserted rows that were inserted or replaced
 * @param bytesWritten size of the new data files
 * @param rowsDropped rows left out by rules inside the query
 * @param views counts of those rules
 */
public record ApplyResult(
    OptionalLong version,
    SourceReads reads,
    long rowsUpserted,
    long rowsDeleted,
    long bytesWritten,
    long rowsDropped,
    List<ViewCount> views) {
  public ApplyResult {
    views = List.copyOf(views);
  }
}
