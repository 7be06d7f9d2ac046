/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.util.Map;

/**
 * What a streaming query did.
 *
 * @param positions for each streaming source that was ever read, how far
 * @param lateRows rows that came after their time had been closed, and were left out
 */
public record StreamResult(Map<String, String> positions, long lateRows) {
  public StreamResult {
    positions = Map.copyOf(positions);
  }
}
