/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Parquet file of a table.
 *
 * @param path absolute
 * @param partitionValues partition column to value in Delta's text form; the columns are not in the
 *     file
 * @param modificationTime milliseconds since the epoch
 * @param numRecords rows in the file, if the writer told
 * @param hasDeletionVector some of the file's rows are deleted, so the file alone tells too much
 */
public record DataFile(
    Path path,
    Map<String, @Nullable String> partitionValues,
    long size,
    long modificationTime,
    Optional<Long> numRecords,
    boolean hasDeletionVector) {
  public DataFile {
    // Map.copyOf refuses null, which is a partition value.
    partitionValues = Collections.unmodifiableMap(new LinkedHashMap<>(partitionValues));
  }
}
