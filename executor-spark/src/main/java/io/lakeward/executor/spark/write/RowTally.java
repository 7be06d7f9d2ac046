/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/**
 * What there is of some rows.
 *
 * @param byValues how many have which values in the columns by which they are counted
 * @param bytes about how much memory they take
 */
record RowTally(HashMap<ArrayList<Integer>, Long> byValues, long bytes) implements Serializable {
  private static final long USUAL_ROW = 64;

  /**
   * Counts rows, all of which are read.
   *
   * @param columns the indexes of columns of type INT that are never NULL
   */
  static RowTally of(Iterator<InternalRow> rows, int... columns) {
    HashMap<ArrayList<Integer>, Long> counts = new HashMap<>();
    long bytes = 0;
    while (rows.hasNext()) {
      InternalRow row = rows.next();
      ArrayList<Integer> values = new ArrayList<>(columns.length);
      for (int column : columns) {
        values.add(row.getInt(column));
      }
      counts.merge(values, 1L, Long::sum);
      bytes += row instanceof UnsafeRow unsafe ? unsafe.getSizeInBytes() : USUAL_ROW;
    }
    return new RowTally(counts, bytes);
  }

  RowTally plus(RowTally other) {
    HashMap<ArrayList<Integer>, Long> sum = new HashMap<>(byValues);
    other.byValues.forEach((values, rows) -> sum.merge(values, rows, Long::sum));
    return new RowTally(sum, bytes + other.bytes);
  }

  long rows() {
    return byValues.values().stream().mapToLong(Long::longValue).sum();
  }

  Map<List<Integer>, Long> counts() {
    return new HashMap<>(byValues);
  }
}
