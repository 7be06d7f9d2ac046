/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What one batch reads of a source. What a position looks like is up to the source.
 *
 * @param start where the batch before ended; empty for the first
 */
record SourceRange(Optional<JsonNode> start, JsonNode end) {
  /** Nothing, at a position. */
  static SourceRange none(JsonNode position) {
    return new SourceRange(Optional.of(position), position);
  }

  boolean isEmpty() {
    return start.isPresent() && start.get().equals(end);
  }
}
