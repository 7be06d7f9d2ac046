/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.stream;

import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.analysis.plan.StreamingShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.EventTimeWatermark;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * The views with rules in a streaming query that keeps state. Such a view stands in the query for
 * the one stream that it reads: its rows are made, checked and counted batch by batch, and the
 * query's own streaming begins with what is left.
 */
public final class StreamViews {
  private StreamViews() {}

  /** The stream that a view stands for; empty if it is not checked in this way. */
  static Optional<SourceRelation> streamOf(CheckedRows view) {
    List<SourceRelation> streams = streams(view);
    return streams.size() == 1
            && StreamingShape.of(view).isStateless()
            && nodes(view, EventTimeWatermark.class).isEmpty()
        ? Optional.of(streams.get(0))
        : Optional.empty();
  }

  /**
   * Why the rules of a view cannot be checked in a query that keeps state.
   *
   * @param reason why the query keeps state, as in "it has …"
   */
  public static Optional<String> whyUnsupported(LogicalPlan plan, String reason) {
    for (CheckedRows view : outermost(plan)) {
      if (!view.isStreaming()) {
        return Optional.of(
            "The expectations of the temporary view %s, which is no stream, are not checked yet in a query that has %s."
                .formatted(view.view(), reason));
      }
      Optional<SourceRelation> stream = streamOf(view);
      if (stream.isEmpty()) {
        return Optional.of(
            "The expectations of the temporary view %s, which reads several streams or keeps state itself, are not checked yet in a query that has %s."
                .formatted(view.view(), reason));
      }
      if (readings(plan, stream.get()) > 1) {
        return Optional.of(
            "The expectations of the temporary view %s are not checked yet in a query that has %s and reads the view's source a second time."
                .formatted(view.view(), reason));
      }
    }
    return Optional.empty();
  }

  private static List<CheckedRows> outermost(LogicalPlan plan) {
    return plan instanceof CheckedRows view
        ? List.of(view)
        : Plans.list(plan.children()).stream().flatMap(c -> outermost(c).stream()).toList();
  }

  private static long readings(LogicalPlan plan, SourceRelation stream) {
    return streams(plan).stream().filter(other -> other.id().equals(stream.id())).count();
  }

  private static List<SourceRelation> streams(LogicalPlan plan) {
    return nodes(plan, SourceRelation.class).stream().filter(SourceRelation::isStreaming).toList();
  }

  private static <T extends LogicalPlan> List<T> nodes(LogicalPlan plan, Class<T> kind) {
    List<T> found = new ArrayList<>();
    Plans.forEach(
        plan,
        node -> {
          if (kind.isInstance(node)) {
            found.add(kind.cast(node));
          }
        });
    return found;
  }
}
