/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

/** Pulls rows for one thread; workers of one reader share its files between them. */
public interface RecordWorker extends AutoCloseable {
  /**
   * Sets the next rows, from row 0, and says how many; 0 when nothing is left.
   *
   * @throws io.lakeward.model.problem.ProjectException if a file cannot be read or, under the mode
   *     FAILFAST, holds a malformed record
   */
  int readChunk(ColumnSink sink, int maxRows);

  @Override
  void close();
}
