/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import io.lakeward.autoloader.discovery.SkippedFile;
import java.util.List;

/**
 * What a reader has done so far.
 *
 * @param records rows delivered
 * @param malformed records that broke their format; JSON ones are not among the rows, CSV ones with
 *     a wrong number of fields are
 * @param rescued rows with something in their rescued data
 * @param bytes bytes of records, after decompression
 * @param firstMalformed places of a few malformed records
 * @param unknownFields fields that the schema does not have, each once, in the order of their names
 * @param skippedFiles files left out by {@code ignoreCorruptFiles} and {@code ignoreMissingFiles}
 */
public record ReadSummary(
    long records,
    long malformed,
    long rescued,
    long bytes,
    List<MalformedRecord> firstMalformed,
    List<UnknownField> unknownFields,
    List<SkippedFile> skippedFiles) {
  public ReadSummary {
    firstMalformed = List.copyOf(firstMalformed);
    unknownFields = List.copyOf(unknownFields);
    skippedFiles = List.copyOf(skippedFiles);
  }
}
