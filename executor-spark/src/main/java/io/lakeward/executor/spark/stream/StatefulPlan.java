/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.stream;

import io.lakeward.analysis.plan.Plans;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.catalyst.analysis.UnsupportedOperationChecker$;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Deduplicate;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.EventTimeWatermark;
import org.apache.spark.sql.catalyst.plans.logical.Except;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.streaming.OutputMode;
import org.jspecify.annotations.Nullable;

/**
 * A streaming plan with state in the form that Structured Streaming runs, and what is given out of
 * it: rows that are final, or, where nothing ever becomes final, all rows anew with each batch.
 */
public final class StatefulPlan {
  private final LogicalPlan plan;
  private static final String EXCEPT =
      "EXCEPT of a stream is not supported; a LEFT ANTI JOIN with the table leaves out the same rows.";

  private final @Nullable OutputMode mode;
  private final String refusal;

  private StatefulPlan(LogicalPlan plan, @Nullable OutputMode mode, String refusal) {
    this.plan = plan;
    this.mode = mode;
    this.refusal = refusal;
  }

  /** Judges a plan; no Spark is needed. */
  public static StatefulPlan of(LogicalPlan analyzed) {
    LogicalPlan plan = normalized(analyzed);
    if (excludesRows(plan)) {
      return new StatefulPlan(plan, null, EXCEPT);
    }
    Optional<String> append = refusal(plan, OutputMode.Append());
    if (append.isEmpty()) {
      return new StatefulPlan(plan, OutputMode.Append(), "");
    }
    return aggregates(plan) && refusal(plan, OutputMode.Complete()).isEmpty()
        ? new StatefulPlan(plan, OutputMode.Complete(), "")
        : new StatefulPlan(plan, null, append.get());
  }

  /** Why Structured Streaming cannot run it, in one sentence. */
  public Optional<String> whyRefused() {
    return mode == null ? Optional.of(refusal) : Optional.empty();
  }

  LogicalPlan plan() {
    return plan;
  }

  OutputMode mode() {
    OutputMode known = mode;
    if (known == null) {
      throw new IllegalStateException(refusal);
    }
    return known;
  }

  /** Whether each batch gives all rows anew. */
  boolean replacesRows() {
    return mode().equals(OutputMode.Complete());
  }

  /** Spark notices only after the query has begun. */
  private static boolean excludesRows(LogicalPlan plan) {
    boolean[] found = {false};
    Plans.forEach(plan, node -> found[0] |= node instanceof Except && node.isStreaming());
    return found[0];
  }

  private static boolean aggregates(LogicalPlan plan) {
    boolean[] found = {false};
    Plans.forEach(plan, node -> found[0] |= node instanceof Aggregate && node.isStreaming());
    return found[0];
  }

  /** DISTINCT is a search for duplicates, and a watermark has the same name in each run. */
  private static LogicalPlan normalized(LogicalPlan plan) {
    int[] marks = {0};
    return Plans.transformUp(
        plan,
        node -> {
          if (node instanceof Distinct distinct && distinct.isStreaming()) {
            return new Deduplicate(distinct.child().output(), distinct.child());
          }
          if (node instanceof EventTimeWatermark mark) {
            return new EventTimeWatermark(
                markName(marks[0]++), mark.eventTime(), mark.delay(), mark.child());
          }
          return node;
        });
  }

  static UUID markName(int number) {
    return UUID.nameUUIDFromBytes(("watermark " + number).getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<String> refusal(LogicalPlan plan, OutputMode mode) {
    try {
      UnsupportedOperationChecker$.MODULE$.checkForStreaming(plan, mode);
      return Optional.empty();
    } catch (Exception e) { // Scala throws checked exceptions undeclared
      String message = String.valueOf(e.getMessage());
      int end = message.indexOf(";");
      String line = (end < 0 ? message : message.substring(0, end)).strip();
      return Optional.of(line.endsWith(".") ? line : line + ".");
    }
  }
}
