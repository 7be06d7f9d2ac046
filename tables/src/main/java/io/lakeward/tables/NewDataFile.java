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
 * A finished Parquet file that a transaction shall add.
 *
 * @param path inside the table's folder; see {@link DeltaTable#newDataFilePath()}
 * @param partitionValues one value in Delta's text form for each partition column
 */
public record NewDataFile(
    Path path,
    long size,
    long numRecords,
    Map<String, @Nullable String> partitionValues,
    Optional<FileStatistics> statistics) {
  public NewDataFile {
    partitionValues = Collections.unmodifiableMap(new LinkedHashMap<>(partitionValues));
  }

  /** A file of a table without partitions, without statistics by column. */
  public static NewDataFile of(Path path, long size, long numRecords) {
    return new NewDataFile(path, size, numRecords, Map.of(), Optional.empty());
  }

  public NewDataFile withStatistics(FileStatistics newStatistics) {
    return new NewDataFile(path, size, numRecords, partitionValues, Optional.of(newStatistics));
  }
}
