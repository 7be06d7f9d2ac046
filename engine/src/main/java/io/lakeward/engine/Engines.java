/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.engine.executor.ChosenEngine;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.flow.RowChangeSupport;
import io.lakeward.engine.flow.RuleBinding;
import io.lakeward.engine.flow.StatefulFlow;
import io.lakeward.model.pipeline.EngineChoice;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.jspecify.annotations.Nullable;

/**
 * The engines of an opened project, and which of them runs what. The embedded one starts at once in
 * the background; the one on Spark is made when a plan needs it.
 */
final class Engines implements AutoCloseable {
  private static final String SUPPORTED = "all of its plan is supported";

  /** Either an executor with the reason why it runs a plan, or the problem that none can. */
  record Decision(Optional<ChosenEngine> engine, Optional<Problem> problem) {
    static Decision of(Executor executor, String reason, LogicalPlan plan) {
      return new Decision(
          Optional.of(new ChosenEngine(executor, reason, plan.treeString())), Optional.empty());
    }

    static Decision refused(Problem problem) {
      return new Decision(Optional.empty(), Optional.of(problem));
    }
  }

  private final EngineChoice choice;
  private final ExecutorSettings settings;
  private final ExecutorFactory sparkFactory;
  private final Optional<CompletableFuture<Executor>> embedded;
  private @Nullable Executor spark;

  Engines(
      EngineChoice choice,
      ExecutorFactory embeddedFactory,
      ExecutorFactory sparkFactory,
      ExecutorSettings settings) {
    this.choice = choice;
    this.settings = settings;
    this.sparkFactory = sparkFactory;
    this.embedded =
        choice == EngineChoice.SPARK
            ? Optional.empty()
            : Optional.of(CompletableFuture.supplyAsync(() -> embeddedFactory.create(settings)));
  }

  Decision decide(LogicalPlan plan, List<RowRule> rules) {
    return decide(plan, executor -> executor.whyUnsupported(plan, rules));
  }

  /**
   * @param whyRefused what an executor cannot do of all that belongs to the plan
   */
  private Decision decide(LogicalPlan plan, Function<Executor, Optional<String>> whyRefused) {
    if (choice == EngineChoice.SPARK) {
      return whyRefused
          .apply(spark())
          .map(reason -> Decision.refused(refusedBySpark(reason)))
          .orElseGet(() -> Decision.of(spark(), "it was chosen for the whole pipeline", plan));
    }
    Executor first = embedded();
    Optional<String> refusal = whyRefused.apply(first);
    if (refusal.isEmpty()) {
      return Decision.of(first, SUPPORTED, plan);
    }
    if (choice == EngineChoice.EMBEDDED) {
      return Decision.refused(refusedByEmbedded(refusal.get()));
    }
    return whyRefused
        .apply(spark())
        .map(reason -> Decision.refused(refusedByBoth(refusal.get(), reason)))
        .orElseGet(
            () ->
                Decision.of(spark(), "the embedded engine cannot run it: " + refusal.get(), plan));
  }

  /** What runs a flow, with all that belongs to it. */
  Decision decide(ResolvedFlow flow) {
    Optional<Problem> refusal = StatefulFlow.whyUnsupported(flow);
    if (refusal.isPresent()) {
      return Decision.refused(refusal.get().at(flow.flow().where()));
    }
    Decision decision =
        decide(
            flow.plan(),
            executor ->
                executor
                    .whyUnsupported(flow.plan(), RuleBinding.of(flow))
                    .or(() -> RowChangeSupport.whyUnsupported(flow, executor)));
    return new Decision(
        decision.engine(),
        decision.problem().map(problem -> problem.at(flow.flow().query().span())));
  }

  private static Problem refusedByEmbedded(String reason) {
    return Problem.of(
            ProblemCode.UNSUPPORTED_BY_ENGINE,
            "The embedded engine cannot run this query: " + reason)
        .withFix("Choose the engine `auto`, which runs such queries on Spark.");
  }

  private static Problem refusedBySpark(String reason) {
    return Problem.of(
            ProblemCode.UNSUPPORTED_BY_ENGINE, "The Spark engine cannot run this query: " + reason)
        .withFix("Write the query without it; docs/compatibility.md tells what is built.");
  }

  private static Problem refusedByBoth(String embedded, String spark) {
    return Problem.of(
            ProblemCode.UNSUPPORTED_BY_ENGINE,
            embedded.equals(spark)
                ? "No engine can run this query: " + embedded
                : "No engine can run this query. The embedded engine: %s The Spark engine: %s"
                    .formatted(embedded, spark))
        .withFix("Write the query without it; docs/compatibility.md tells what is built.");
  }

  private Executor embedded() {
    try {
      return embedded.orElseThrow().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private synchronized Executor spark() {
    Executor made = spark;
    if (made == null) {
      made = sparkFactory.create(settings);
      spark = made;
    }
    return made;
  }

  @Override
  public synchronized void close() {
    embedded.ifPresent(
        future ->
            future
                .handle((opened, failure) -> opened)
                .thenAccept(e -> Optional.ofNullable(e).ifPresent(Executor::close)));
    if (spark != null) {
      spark.close();
    }
  }
}
