/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.engine.executor.QueryResult;

/** Writes the rows of a query in one format. */
public interface RowsPrinter {

  /** The whole text, ending with a line break. */
  String print(QueryResult result);
}
