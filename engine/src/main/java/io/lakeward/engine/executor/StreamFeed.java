/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.util.Optional;

/**
 * A source that is read as a stream. Positions are texts that mean something to the source only.
 */
public interface StreamFeed {
  /**
   * A piece of the source.
   *
   * @param end the position after it
   * @param skipped true if its rows count as read
   */
  record Step(String end, boolean skipped) {}

  /**
   * The next piece after a position, within the source's limits; empty if there is nothing new.
   *
   * @param position end of the piece before; empty for the first
   */
  Optional<Step> next(Optional<String> position);

  /** The rows between two positions; the same rows each time that it is asked. */
  Slice slice(Optional<String> start, String end);
}
