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
 * @param numRecords rows of the table in the file, if the writer told; deleted ones do not count
 * @param deletionVector which of the rows in the file are deleted
 */
public record DataFile(
    Path path,
    Map<String, @Nullable String> partitionValues,
    long size,
    long modificationTime,
    Optional<Long> numRecords,
    Optional<DeletionVector> deletionVector) {
  public DataFile {
    // Map.copyOf refuses null, which is a partition value.
    partitionValues = Collections.unmodifiableMap(new LinkedHashMap<>(partitionValues));
  }

  public boolean hasDeletionVector() {
    return deletionVector.isPresent();
  }

  /** How many rows of the file are deleted. */
  public long deletedRows() {
    return deletionVector.map(DeletionVector::cardinality).orElse(0L);
  }

  /** The same file with other values for all of its rows. */
  public DataFile withPartitionValues(Map<String, @Nullable String> values) {
    return new DataFile(path, values, size, modificationTime, numRecords, deletionVector);
  }
}
