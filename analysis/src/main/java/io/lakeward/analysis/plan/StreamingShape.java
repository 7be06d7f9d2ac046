/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.plan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Deduplicate;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.GlobalLimit;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.Window;

/**
 * Whether new input rows of a streaming query can be turned into output rows on their own, or only
 * with a memory of earlier rows.
 *
 * @param statefulReason why a memory is needed, for a message such as "it has …"; empty if none is
 */
public record StreamingShape(Optional<String> statefulReason) {
  private static final Set<String> ROW_BY_ROW =
      Set.of(
          "Project",
          "Filter",
          "SubqueryAlias",
          "CheckedRows",
          "Union",
          "Generate",
          "Expand",
          "EventTimeWatermark",
          "UpdateEventTimeWatermarkColumn",
          "ResolvedHint",
          "Repartition",
          "RepartitionByExpression",
          "RebalancePartitions",
          "WithCTE",
          "CTERelationDef",
          "CTERelationRef",
          "View");

  private static final Set<String> JOINS_KEEPING_LEFT =
      Set.of("INNER", "CROSS", "LEFT OUTER", "LEFT SEMI", "LEFT ANTI");

  private static final Set<String> JOINS_KEEPING_RIGHT = Set.of("INNER", "CROSS", "RIGHT OUTER");

  /** The shape of an analyzed plan; a batch plan has no state. */
  public static StreamingShape of(LogicalPlan plan) {
    return new StreamingShape(firstReason(plan));
  }

  public boolean isStateless() {
    return statefulReason.isEmpty();
  }

  private static Optional<String> firstReason(LogicalPlan plan) {
    if (readsStreamInSubquery(plan)) {
      return Optional.of("a subquery over a stream");
    }
    if (!plan.isStreaming() || plan instanceof SourceRelation) {
      return Optional.empty();
    }
    Optional<String> own = reason(plan);
    if (own.isPresent()) {
      return own;
    }
    return Plans.list(plan.children()).stream()
        .map(StreamingShape::firstReason)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> reason(LogicalPlan plan) {
    if (plan instanceof Join join) {
      return reason(join);
    }
    if (plan instanceof Aggregate) {
      return Optional.of("an aggregation over a stream");
    }
    if (plan instanceof Distinct || plan instanceof Deduplicate) {
      return Optional.of("DISTINCT over a stream");
    }
    if (plan instanceof Window) {
      return Optional.of("a window function over a stream");
    }
    if (plan instanceof Sort) {
      return Optional.of("ORDER BY over a stream");
    }
    if (plan instanceof GlobalLimit) {
      return Optional.of("LIMIT over a stream");
    }
    if (plan instanceof Union union && !unitesStreamsOnly(union)) {
      return Optional.of("a UNION of a stream with rows that are no stream");
    }
    return ROW_BY_ROW.contains(plan.nodeName())
        ? Optional.empty()
        : Optional.of(plan.nodeName() + " over a stream");
  }

  /** Rows that are no stream would come again with every batch. */
  public static boolean unitesStreamsOnly(Union union) {
    return Plans.list(union.children()).stream().allMatch(LogicalPlan::isStreaming);
  }

  private static Optional<String> reason(Join join) {
    boolean left = join.left().isStreaming();
    boolean right = join.right().isStreaming();
    if (left && right) {
      return Optional.of("a join of two streams");
    }
    String type = join.joinType().sql();
    boolean keepsStream = (left ? JOINS_KEEPING_LEFT : JOINS_KEEPING_RIGHT).contains(type);
    return keepsStream
        ? Optional.empty()
        : Optional.of("a " + type + " JOIN that keeps rows of the table it joins a stream with");
  }

  private static boolean readsStreamInSubquery(LogicalPlan plan) {
    boolean[] found = {false};
    for (var expression : List.copyOf(Plans.list(plan.expressions()))) {
      Plans.forEach(
          expression,
          part -> found[0] |= part instanceof SubqueryExpression s && s.plan().isStreaming());
    }
    return found[0];
  }
}
