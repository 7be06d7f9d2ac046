/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import java.util.List;

/** Smallest and largest values and counts of NULLs in one file, by leaf column. */
public record FileStatistics(List<ColumnStatistics> columns) {
  public FileStatistics {
    columns = List.copyOf(columns);
  }
}
