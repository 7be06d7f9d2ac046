/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import java.io.Closeable;
import java.io.IOException;

/** Reads the rows of one split into a row buffer. */
public interface SplitReader extends Closeable {
  /** Reads the next row; false at the end of the split. */
  boolean next(RowBuffer row) throws IOException;

  @Override
  void close() throws IOException;
}
