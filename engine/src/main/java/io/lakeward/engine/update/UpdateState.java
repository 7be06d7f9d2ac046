/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

/** How an update ended. */
public enum UpdateState {
  COMPLETED,
  FAILED,
  CANCELED
}
