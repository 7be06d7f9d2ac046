/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.analysis.plan.SourceRelation;

/** Gives the rows of a plan's leaves. */
@FunctionalInterface
public interface LeafScans {
  /**
   * A SELECT whose columns are the relation's output, named by {@link
   * io.lakeward.executor.embedded.expression.ColumnNames}.
   */
  String select(SourceRelation relation);
}
