/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

/** How a materialized view is made equal to its query. */
public enum RefreshTechnique {
  NO_OP,
  COMPLETE_RECOMPUTE
}
