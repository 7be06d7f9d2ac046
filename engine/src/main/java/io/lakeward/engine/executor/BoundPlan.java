/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.util.Map;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * An analyzed plan with fixed input.
 *
 * @param slices for the id of each {@link io.lakeward.analysis.plan.SourceRelation} the rows that
 *     it stands for
 */
public record BoundPlan(LogicalPlan plan, Map<String, Slice> slices) {
  public BoundPlan {
    slices = Map.copyOf(slices);
  }
}
