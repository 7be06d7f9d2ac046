/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.tables.IdentityColumn;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructType;

/**
 * How the tasks of a write number rows without asking each other: of so many tasks each takes every
 * so-many-th number, whichever attempt of it counts. Numbers that a task with fewer rows does not
 * need are never given out.
 *
 * @param columns indexes of the columns to fill
 * @param next for each of them the first number
 * @param step for each what is added from number to number
 */
record RowNumbering(int[] columns, long[] next, long[] step, int tasks) implements Serializable {
  static final RowNumbering NONE = new RowNumbering(new int[0], new long[0], new long[0], 1);

  static RowNumbering of(List<IdentityColumn> numbered, StructType columns, int tasks) {
    List<String> names = numbered.stream().map(IdentityColumn::name).toList();
    return new RowNumbering(
        names.stream().mapToInt(name -> indexOf(name, columns)).toArray(),
        numbered.stream().mapToLong(IdentityColumn::next).toArray(),
        numbered.stream().mapToLong(IdentityColumn::step).toArray(),
        tasks);
  }

  private static int indexOf(String name, StructType columns) {
    return IntStream.range(0, columns.size())
        .filter(i -> columns.fields()[i].name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no column " + name));
  }

  boolean isNone() {
    return columns.length == 0;
  }

  boolean fills(int column) {
    return Arrays.stream(columns).anyMatch(c -> c == column);
  }

  /**
   * Puts the numbers of a row into as many cells as there are columns to fill.
   *
   * @param row which one it is of those that the task writes, from 0
   */
  void fill(GenericInternalRow cells, int task, long row) {
    long number = task + tasks * row;
    for (int i = 0; i < columns.length; i++) {
      cells.update(i, next[i] + step[i] * number);
    }
  }

  /** How many numbers are gone, with those between them that nobody has. */
  static long taken(List<TaskOutput> outputs) {
    long taken = 0;
    for (int task = 0; task < outputs.size(); task++) {
      long rows = outputs.get(task).files().stream().mapToLong(WrittenFile::rows).sum();
      if (rows > 0) {
        taken = Math.max(taken, task + outputs.size() * (rows - 1) + 1);
      }
    }
    return taken;
  }
}
