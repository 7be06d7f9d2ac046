/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.model.pipeline.ViolationAction;

/** How rules of views inside a query are counted. */
public interface RowCheckCalls {
  /**
   * SQL that says whether a row is kept, and may count it.
   *
   * @param passed SQL of a number whose bit <i>n</i> says whether the row keeps rule <i>n</i>
   */
  String keep(CheckedRows view, String passed);

  /** Leaves rows out and counts nothing, for queries that only show rows. */
  static RowCheckCalls none() {
    return (view, passed) -> {
      long dropping = 0;
      for (int i = 0; i < view.expectations().size(); i++) {
        if (view.expectations().get(i).action() == ViolationAction.DROP_ROW) {
          dropping |= 1L << i;
        }
      }
      return "(" + passed + " & " + dropping + ") = " + dropping;
    };
  }
}
