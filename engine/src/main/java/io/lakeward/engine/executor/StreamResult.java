/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.util.List;
import java.util.Map;

/**
 * What a streaming query did.
 *
 * @param positions for each streaming source that was ever read, how far
 * @param lateRows rows that came after their time had been closed, and were left out
 * @param remembered what was read since the last commit: rows that so far are in the state only
 * @param views what rules of views found in those
 */
public record StreamResult(
    Map<String, String> positions, long lateRows, SourceReads remembered, List<ViewCount> views) {
  public StreamResult {
    positions = Map.copyOf(positions);
    views = List.copyOf(views);
  }
}
