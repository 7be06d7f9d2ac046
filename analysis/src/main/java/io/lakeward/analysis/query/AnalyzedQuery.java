/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.StructType;

/**
 * A query that has been given its meaning.
 *
 * @param plan analyzed, without common table expressions; its leaves are {@link SourceRelation}s
 *     and literal rows
 */
public record AnalyzedQuery(LogicalPlan plan) {
  public boolean isStreaming() {
    return plan.isStreaming();
  }

  public StructType schema() {
    return plan.schema();
  }

  /** The leaves, subqueries included, one for each {@link SourceRelation#id()}. */
  public List<SourceRelation> sources() {
    return Plans.collectSources(plan);
  }
}
