/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import io.lakeward.model.problem.ProjectException;

/** Commits a number of times to a table and starts each commit over while others are faster. */
final class ProgressWriter {
  static final int COMMITS = 40;

  private ProgressWriter() {}

  public static void main(String[] args) {
    DeltaTable table = DeltaTable.at(java.nio.file.Path.of(args[0]));
    for (int i = 1; i <= COMMITS; ) {
      try {
        table
            .newTransaction(WriteMode.APPEND, "STREAMING UPDATE")
            .withTransactionVersion(args[1], i)
            .commit();
        i++;
      } catch (ProjectException e) {
        if (!String.valueOf(e.getMessage()).contains("COMMIT_CONFLICT")) {
          throw e;
        }
      }
    }
  }
}
