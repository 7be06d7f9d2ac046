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
 * @param conf Spark settings under which the plan was analyzed, and has to run
 */
public record BoundPlan(LogicalPlan plan, Map<String, Slice> slices, Map<String, String> conf) {
  public BoundPlan {
    slices = Map.copyOf(slices);
    conf = Map.copyOf(conf);
  }

  /** A plan under Spark's default settings. */
  public BoundPlan(LogicalPlan plan, Map<String, Slice> slices) {
    this(plan, slices, Map.of());
  }
}
