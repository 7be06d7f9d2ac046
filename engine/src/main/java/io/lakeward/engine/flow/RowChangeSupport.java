/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.engine.executor.Executor;
import java.util.Optional;

/** Some targets need more of an executor than to run a flow's query. */
public final class RowChangeSupport {
  private RowChangeSupport() {}

  /** What an executor lacks for a flow; empty also if it only has to add rows. */
  public static Optional<String> whyUnsupported(ResolvedFlow flow, Executor executor) {
    return ChangeTableRefresher.whyUnsupported(flow, executor)
        .or(() -> ReplacingWrites.whyUnsupported(flow, executor));
  }
}
