package io.lakeward.autoloader;

import java.io.Closeable;
import java.io.IOException;

/** Reads the rows of one split into a row buffer. */
interface SplitReader extends Closeable {
  /** Reads the next row; false at the end of the split. */
  boolean next(RowBuffer row) throws IOException;

  @Override
  void close() throws IOException;
}
