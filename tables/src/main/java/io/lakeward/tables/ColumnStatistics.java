/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Smallest and largest value and count of NULLs of a leaf column in one file.
 *
 * @param column the path to the column: one name, or more inside structs
 * @param min {@code Byte}, {@code Short}, {@code Integer}, {@code Long}, {@code Float}, {@code
 *     Double}, {@code BigDecimal}, {@code String}, {@code LocalDate}, {@code Instant} (timestamp)
 *     or {@code LocalDateTime} (timestamp_ntz); anything else is left out
 * @param max like {@code min}
 */
public record ColumnStatistics(
    List<String> column, Optional<?> min, Optional<?> max, OptionalLong nullCount) {
  public ColumnStatistics {
    column = List.copyOf(column);
    if (column.isEmpty()) {
      throw new IllegalArgumentException("a column path needs a name");
    }
  }
}
