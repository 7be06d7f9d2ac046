/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the taking of a snapshot goes.
 *
 * @param status STARTED, COMPLETED or FAILED
 * @param source what is read
 * @param number of the snapshot, from 0
 * @param changes how many rows differ from the snapshot before; empty before the end
 */
public record SnapshotReport(
    String status,
    String source,
    long number,
    OptionalLong millis,
    OptionalLong changes,
    Optional<Throwable> error) {
  static SnapshotReport started(String source, long number) {
    return new SnapshotReport(
        "STARTED", source, number, OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
  }

  static SnapshotReport completed(String source, long number, long millis, long changes) {
    return new SnapshotReport(
        "COMPLETED",
        source,
        number,
        OptionalLong.of(millis),
        OptionalLong.of(changes),
        Optional.empty());
  }

  static SnapshotReport failed(String source, long number, long millis, Throwable error) {
    return new SnapshotReport(
        "FAILED",
        source,
        number,
        OptionalLong.of(millis),
        OptionalLong.empty(),
        Optional.of(error));
  }
}
