/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import java.nio.file.Path;
import java.util.List;

/**
 * What a reader has done so far.
 *
 * @param records rows delivered
 * @param malformed records that broke their format; JSON ones are not among the rows, CSV ones with
 *     a wrong number of fields are
 * @param bytes bytes of records, after decompression
 * @param firstMalformed places of a few malformed records
 * @param grownFiles files that became longer after they were found. Only what was there then has
 *     been read, so whoever reads each path once must not count these as done.
 */
public record ReadSummary(
    long records,
    long malformed,
    long bytes,
    List<MalformedRecord> firstMalformed,
    List<Path> grownFiles) {
  public ReadSummary {
    firstMalformed = List.copyOf(firstMalformed);
    grownFiles = List.copyOf(grownFiles);
  }
}
