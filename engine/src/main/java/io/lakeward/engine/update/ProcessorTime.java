/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * How long processors have worked for a table. The threads of an engine work for whoever has work,
 * so that is known only while one table is refreshed alone: then it is all that the process uses.
 */
final class ProcessorTime {
  private final LongSupplier nanos;
  private int tables;
  private long arrivals;

  /**
   * @param nanos what has been used so far; negative if that cannot be told
   */
  ProcessorTime(LongSupplier nanos) {
    this.nanos = nanos;
  }

  static ProcessorTime ofThisProcess() {
    return new ProcessorTime(
        () ->
            ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : -1);
  }

  /** For engines that work elsewhere. */
  static ProcessorTime unknown() {
    return new ProcessorTime(() -> -1);
  }

  /** A table is refreshed from now on. */
  synchronized void enter() {
    tables++;
    arrivals++;
  }

  synchronized void leave() {
    tables--;
  }

  /**
   * The state at one moment.
   *
   * @param isAlone whether no more than one table is refreshed
   * @param arrivals how many have begun so far
   */
  record Moment(long nanos, boolean isAlone, long arrivals) {
    static final Moment UNKNOWN = new Moment(-1, false, -1);
  }

  synchronized Moment now() {
    return new Moment(nanos.getAsLong(), tables <= 1, arrivals);
  }

  /** Milliseconds since another moment, if the table was alone all the time. */
  static OptionalLong millisBetween(Moment start, Moment end) {
    return start.isAlone()
            && start.arrivals() == end.arrivals()
            && start.nanos() >= 0
            && end.nanos() >= start.nanos()
        ? OptionalLong.of((end.nanos() - start.nanos()) / 1_000_000)
        : OptionalLong.empty();
  }
}
