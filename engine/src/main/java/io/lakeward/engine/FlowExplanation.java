/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.engine.executor.ChosenEngine;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.problem.Problem;
import java.util.Optional;

/**
 * How a flow would be run.
 *
 * @param engine {@code embedded} or {@code spark}, or {@code none} if no engine can run it
 * @param reason why that engine
 * @param sql what the engine would run, if it runs SQL
 */
public record FlowExplanation(
    TableName target,
    DatasetKind kind,
    String engine,
    String reason,
    String logicalPlan,
    Optional<String> sql) {

  static FlowExplanation of(ResolvedFlow flow, Engines.Decision decision) {
    return new FlowExplanation(
        flow.target().name(),
        flow.target().kind(),
        decision.engine().map(engine -> engine.executor().name()).orElse("none"),
        decision
            .engine()
            .map(ChosenEngine::reason)
            .orElseGet(() -> decision.problem().map(Problem::message).orElse("")),
        flow.plan().treeString(),
        decision.engine().flatMap(engine -> engine.executor().explain(flow.plan())));
  }
}
