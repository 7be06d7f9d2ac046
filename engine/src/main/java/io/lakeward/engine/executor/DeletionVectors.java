/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import io.lakeward.tables.DataFile;
import io.lakeward.tables.PropertyNames;
import io.lakeward.tables.TableSnapshot;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether files of which rows go may stay, with these rows marked in a deletion vector. That writes
 * less, but every reader of the table has to know deletion vectors, and the marked rows are read
 * again and again until their file is written anew.
 */
public enum DeletionVectors {
  /** Files are written anew. */
  NEVER,

  /** Only where writing the files anew would be much more work. */
  IF_WORTH_IT,

  /** Wherever half of a file stays. */
  ALLOWED;

  /** Above this many bytes, files with few rows that go are not written anew. */
  private static final long WORTH_IT = 32L << 20;

  /**
   * What a table allows.
   *
   * @param unsaid if its owner does not say
   */
  public static DeletionVectors of(TableSnapshot table, DeletionVectors unsaid) {
    if (table.properties().containsKey(PropertyNames.DELETION_VECTORS_UNASKED)) {
      return unsaid;
    }
    return Optional.ofNullable(table.properties().get(PropertyNames.DELETION_VECTORS))
        .map(value -> value.equalsIgnoreCase("true") ? ALLOWED : NEVER)
        .orElse(unsaid);
  }

  /**
   * The files that stay.
   *
   * @param going how many rows go, for each file of which rows go
   */
  public Set<DataFile> staying(Map<DataFile, Long> going) {
    Set<DataFile> staying = new HashSet<>();
    long bytes = 0;
    for (Map.Entry<DataFile, Long> entry : going.entrySet()) {
      DataFile file = entry.getKey();
      if (enoughStays(file, entry.getValue())) {
        staying.add(file);
        bytes += file.size();
      }
    }
    boolean isWorthIt = this == ALLOWED || (this == IF_WORTH_IT && bytes >= WORTH_IT);
    return isWorthIt ? staying : Set.of();
  }

  private boolean enoughStays(DataFile file, long going) {
    long deleted = file.deletedRows() + going;
    return file.numRecords().isPresent()
        && deleted * (this == ALLOWED ? 2 : 5) <= file.numRecords().get() + file.deletedRows();
  }
}
