/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.model.pipeline.Flow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/** Forgets what flows have read, and keeps the rows that came of it. */
public final class FlowResets {
  private final RefreshServices services;

  public FlowResets(RefreshServices services) {
    this.services = services;
  }

  /** From now on the flows begin with the first row of their sources. */
  public void reset(Collection<Flow> flows) {
    for (Flow flow : flows) {
      Path file = services.stateOf(flow.target()).resolve("identity.json");
      if (Files.exists(file)) {
        TargetIdentity.loadOrCreate(file).withReset(flow);
      }
    }
  }
}
