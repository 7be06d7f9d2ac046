package io.lakeward.tables;

import java.util.List;

/** Smallest and largest values and counts of NULLs in one file, by leaf column. */
public record FileStatistics(List<ColumnStatistics> columns) {
  public FileStatistics {
    columns = List.copyOf(columns);
  }
}
