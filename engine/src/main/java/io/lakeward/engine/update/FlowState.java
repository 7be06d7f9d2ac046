/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

/** Where a table stands within an update, in the words of the event log. */
public enum FlowState {
  QUEUED,
  PLANNING,
  RUNNING,
  COMPLETED,
  FAILED,
  SKIPPED,
  EXCLUDED,
  STOPPED,
  IDLE
}
