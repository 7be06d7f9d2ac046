/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.whole;

import io.lakeward.autoloader.rows.DocumentInput;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.rows.SplitReader;
import java.io.IOException;

/** Text: each line, or each whole file, is a row of the first column. */
public final class TextSplitReader implements SplitReader {
  private final DocumentInput lines;
  private final int column;
  private boolean first = true;

  /**
   * @param column where the line goes, or -1 if no column takes it
   */
  public TextSplitReader(DocumentInput lines, int column) {
    this.lines = lines;
    this.column = column;
  }

  @Override
  public boolean next(RowBuffer row) throws IOException {
    if (!lines.next()) {
      // A file without a byte is a text without a character.
      boolean empty = !lines.isLine() && first;
      first = false;
      row.clear();
      if (empty && column >= 0) {
        row.putText(column, new byte[0]);
      }
      return empty;
    }
    first = false;
    row.clear();
    if (column >= 0) {
      row.putFound(column, lines.bytes(), lines.start(), lines.end() - lines.start());
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
