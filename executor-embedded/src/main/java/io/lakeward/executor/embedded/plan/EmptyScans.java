/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.plan;

import io.lakeward.analysis.plan.SourceRelation;

/** Leaves without rows, to check or to show a query whose input is not known yet. */
public final class EmptyScans implements LeafScans {
  @Override
  public String select(SourceRelation relation) {
    return Leaves.empty(PlanTranslator.outputOf(relation));
  }
}
