/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.autoloader.discovery.SkippedFile;
import io.lakeward.engine.executor.Slice;
import java.util.List;
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

  /**
   * The same rows, also if there are fields in them that the schema lacks and from which nothing
   * can be learned.
   */
  default Slice lenientSlice(SourceRange range) {
    return slice(range);
  }

  /**
   * Learns from a range what the schema lacks; true if the stream has to read with other columns.
   */
  default boolean learn(SourceRange range) {
    return false;
  }

  /** Everything up to a position is committed to the table. */
  default void committed(JsonNode end) {}

  /** Files of a range that was committed of which no record was read. */
  default void skipped(SourceRange range, List<SkippedFile> files) {}

  /** Takes away what is committed and not to be kept. */
  default void clean() {}

  /** What {@link #next} has found beyond the ranges that it gave. */
  default Backlog backlog() {
    return Backlog.NONE;
  }

  /** Rows for a source that takes no part in a batch. */
  Slice nothing();
}
