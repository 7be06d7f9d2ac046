/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a look into the folders of a source goes.
 *
 * @param status STARTED, COMPLETED or FAILED
 * @param path of the source, as in the query
 * @param listed names of files that were seen; empty before the end
 * @param fresh those of them that have not been read before
 */
public record FileListingReport(
    String status,
    String path,
    OptionalLong millis,
    OptionalLong listed,
    OptionalLong fresh,
    Optional<Throwable> error) {

  static FileListingReport started(String path) {
    return new FileListingReport(
        "STARTED",
        path,
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty());
  }

  static FileListingReport completed(String path, long millis, long listed, long fresh) {
    return new FileListingReport(
        "COMPLETED",
        path,
        OptionalLong.of(millis),
        OptionalLong.of(listed),
        OptionalLong.of(fresh),
        Optional.empty());
  }

  static FileListingReport failed(String path, long millis, Throwable error) {
    return new FileListingReport(
        "FAILED",
        path,
        OptionalLong.of(millis),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.of(error));
  }

  /** Whether it is worth a line where sources are looked at all the time. */
  public boolean isNews() {
    return error.isPresent() || fresh.orElse(0) > 0;
  }
}
