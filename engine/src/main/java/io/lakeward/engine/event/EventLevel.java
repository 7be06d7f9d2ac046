/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

/** How much an event matters. */
public enum EventLevel {
  INFO,
  WARN,
  ERROR,
  METRICS
}
