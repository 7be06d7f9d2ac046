package io.lakeward.engine.event;

/** How much an event matters. */
public enum EventLevel {
  INFO,
  WARN,
  ERROR,
  METRICS
}
