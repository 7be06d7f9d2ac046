/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import java.time.Duration;
import java.util.List;

/**
 * What an update did.
 *
 * @param changedAnything true if any table got a new version
 * @param tables in the order of the graph
 * @param duration of the update alone, without reading and resolving the project
 */
public record UpdateResult(
    String updateId,
    UpdateState state,
    boolean changedAnything,
    List<TableResult> tables,
    Duration duration) {
  public UpdateResult {
    tables = List.copyOf(tables);
  }
}
