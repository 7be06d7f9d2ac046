/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import java.util.OptionalLong;

/**
 * What a flow has found and not yet read.
 *
 * @param records rows in them, where that is known without reading them
 * @param oldestMillis when the oldest of these files was last changed, in milliseconds since
 *     1970-01-01 UTC; without meaning if there is no file
 * @param passedOver names that were seen and are no files to read: hidden, unfinished or empty ones
 */
public record Backlog(
    long files, long bytes, OptionalLong records, long oldestMillis, long passedOver) {
  public static final Backlog NONE = new Backlog(0, 0, OptionalLong.of(0), Long.MAX_VALUE, 0);

  /** What both have left. */
  public Backlog plus(Backlog other) {
    return new Backlog(
        files + other.files,
        bytes + other.bytes,
        records.isPresent() && other.records.isPresent()
            ? OptionalLong.of(records.getAsLong() + other.records.getAsLong())
            : OptionalLong.empty(),
        Math.min(oldestMillis, other.oldestMillis),
        passedOver + other.passedOver);
  }

  Backlog withPassedOver(long names) {
    return new Backlog(files, bytes, records, oldestMillis, names);
  }
}
