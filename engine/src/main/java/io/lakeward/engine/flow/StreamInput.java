/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.engine.executor.Slice;
import java.util.Optional;

/** A source that is read once, from where the last batch ended. */
interface StreamInput {
  /**
   * The next range after a position, within the source's limits.
   *
   * @param position end of the last batch; empty if there was none
   * @return empty if there is nothing new
   */
  Optional<SourceRange> next(Optional<JsonNode> position);

  /**
   * True if a range that was planned, but not committed, can still be read as it was planned.
   * Otherwise it is planned anew: nothing of it has been written.
   */
  boolean isUnchanged(SourceRange range);

  /** The rows of a range; the same rows each time that it is asked. */
  Slice slice(SourceRange range);

  /** What {@link #next} has found beyond the ranges that it gave. */
  default Backlog backlog() {
    return Backlog.NONE;
  }

  /** Rows for a source that takes no part in a batch. */
  Slice nothing();
}
