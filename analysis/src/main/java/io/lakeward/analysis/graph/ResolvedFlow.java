/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Flow;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.StructType;

/**
 * A flow whose query has been given its meaning.
 *
 * @param plan analyzed; its leaves are {@link SourceRelation}s (views are already expanded); its
 *     output is the row that is written to the target, in the target's declared order; for an AUTO
 *     CDC flow it is the change as it is recorded
 * @param schema the columns of the target: the plan's output in names, types and order; nullable
 *     unless declared otherwise; for an AUTO CDC flow what the changes make
 * @param sources the plan's leaves, subqueries included, one for each {@link SourceRelation#id()}
 * @param expectations the target's rules, over the plan's output
 * @param changes how the rows are applied, if they are changes
 * @param replacement which rows of the target they replace, if they do
 */
public record ResolvedFlow(
    Flow flow,
    Dataset target,
    LogicalPlan plan,
    StructType schema,
    List<SourceRelation> sources,
    List<ResolvedExpectation> expectations,
    Optional<ResolvedChanges> changes,
    Optional<ResolvedReplacement> replacement) {
  public ResolvedFlow {
    sources = List.copyOf(sources);
    expectations = List.copyOf(expectations);
  }

  /** A flow whose rows are rows of the target. */
  public ResolvedFlow(
      Flow flow,
      Dataset target,
      LogicalPlan plan,
      StructType schema,
      List<SourceRelation> sources,
      List<ResolvedExpectation> expectations) {
    this(flow, target, plan, schema, sources, expectations, Optional.empty(), Optional.empty());
  }

  /**
   * The same flow with rows that replace others.
   *
   * @throws io.lakeward.model.problem.ProjectException if a condition makes no sense here
   */
  public ResolvedFlow replacing(ResolvedReplacement rows) {
    if (rows instanceof ResolvedReplacement.Where where) {
      where.conditionOver(Plans.list(plan.output()));
    }
    return new ResolvedFlow(
        flow, target, plan, schema, sources, expectations, changes, Optional.of(rows));
  }
}
