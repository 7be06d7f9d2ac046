/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import java.io.Closeable;
import java.io.IOException;
import org.apache.spark.sql.types.StructType;

/** A file, or a part of it, whose values have types of their own; for one thread. */
public interface TypedFile extends Closeable {
  /**
   * The columns in the file's order and spelling. A type that no column can have is a {@code
   * CalendarIntervalType}; a timestamp in nanoseconds is a timestamp, and its values are {@link
   * Nanoseconds}.
   */
  StructType schema();

  /** Whether every reader of the format gives the same values of a column, old dates included. */
  default boolean isPlain(int column) {
    return false;
  }

  /** How many records the file says to have. */
  default long rows() {
    throw new UnsupportedOperationException("not told by this format");
  }

  /**
   * Starts to read; only once.
   *
   * @param columns indexes of the columns to read, ascending
   */
  TypedRecords records(int[] columns) throws IOException;

  @Override
  void close() throws IOException;
}
