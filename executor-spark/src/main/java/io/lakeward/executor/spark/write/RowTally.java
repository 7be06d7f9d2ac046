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
record RowTally(HashMap<ArrayList<Object>, Long> byValues, long bytes) implements Serializable {
  private static final long USUAL_ROW = 64;

  /**
   * Counts rows, all of which are read.
   *
   * @param columns those by which they are counted
   */
  static RowTally of(Iterator<InternalRow> rows, List<Column> columns) {
    HashMap<ArrayList<Object>, Long> counts = new HashMap<>();
    long bytes = 0;
    while (rows.hasNext()) {
      InternalRow row = rows.next();
      ArrayList<Object> values = new ArrayList<>(columns.size());
      for (Column column : columns) {
        values.add(column.of(row));
      }
      counts.merge(values, 1L, Long::sum);
      bytes += row instanceof UnsafeRow unsafe ? unsafe.getSizeInBytes() : USUAL_ROW;
    }
    return new RowTally(counts, bytes);
  }

  RowTally plus(RowTally other) {
    HashMap<ArrayList<Object>, Long> sum = new HashMap<>(byValues);
    other.byValues.forEach((values, rows) -> sum.merge(values, rows, Long::sum));
    return new RowTally(sum, bytes + other.bytes);
  }

  long rows() {
    return byValues.values().stream().mapToLong(Long::longValue).sum();
  }

  Map<List<Object>, Long> counts() {
    return new HashMap<>(byValues);
  }

  /**
   * A column by which rows are counted; an INT that is never NULL, or a STRING, of which NULL is
   * empty.
   */
  record Column(int index, boolean isText) implements Serializable {
    private Object of(InternalRow row) {
      if (!isText) {
        return row.getInt(index);
      }
      return row.isNullAt(index) ? "" : row.getUTF8String(index).toString();
    }
  }
}
