package io.lakeward.engine.update;

/** How an update ended. */
public enum UpdateState {
  COMPLETED,
  FAILED,
  CANCELED
}
