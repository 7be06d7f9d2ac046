/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.plan;

import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Deduplicate;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.EventTimeWatermark;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Whether a streaming query has to remember what it has seen for as long as it lives. */
public final class UnboundedState {
  private UnboundedState() {}

  /** Why nothing is ever forgotten, to follow a colon; empty if a watermark closes the past. */
  public static Optional<String> reason(LogicalPlan plan) {
    String[] found = {null};
    Plans.forEach(
        plan,
        node -> {
          if (found[0] == null && node.isStreaming()) {
            found[0] = own(node).orElse(null);
          }
        });
    return Optional.ofNullable(found[0]);
  }

  private static Optional<String> own(LogicalPlan node) {
    if (node instanceof Aggregate aggregate
        && Plans.list(aggregate.groupingExpressions()).stream()
            .noneMatch(UnboundedState::hasWatermark)) {
      return Optional.of("it groups a stream, and no group has an end by a watermark");
    }
    if (node instanceof Deduplicate deduplicate
        && Plans.list(deduplicate.keys()).stream().noneMatch(UnboundedState::hasWatermark)) {
      return Optional.of("it looks for duplicates, and no column of them has a watermark");
    }
    if (node instanceof Distinct
        && Plans.list(node.output()).stream().noneMatch(UnboundedState::hasWatermark)) {
      return Optional.of("it looks for duplicates, and no column of them has a watermark");
    }
    if (node instanceof Join join
        && join.left().isStreaming()
        && join.right().isStreaming()
        && !(hasWatermark(join.left()) && hasWatermark(join.right()))) {
      return Optional.of("it joins two streams, and not both have a watermark");
    }
    return Optional.empty();
  }

  private static boolean hasWatermark(LogicalPlan plan) {
    return Plans.list(plan.output()).stream().anyMatch(UnboundedState::isMarked);
  }

  private static boolean hasWatermark(Expression expression) {
    boolean[] found = {false};
    Plans.forEach(
        expression, part -> found[0] |= part instanceof Attribute column && isMarked(column));
    return found[0];
  }

  private static boolean isMarked(Attribute column) {
    return column.metadata().contains(EventTimeWatermark.delayKey());
  }
}
