/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.graph.ResolvedGraph;
import io.lakeward.analysis.graph.ResolvedReplacement;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Conditions that take the place of those of REPLACE WHERE flows for one update. */
final class ReplacedWindows {
  private ReplacedWindows() {}

  /**
   * @param conditions by the full name of the target
   * @throws ProjectException if no flow with REPLACE WHERE fills it, or the condition makes no
   *     sense
   */
  static ResolvedGraph apply(ResolvedGraph graph, Map<String, SqlText> conditions) {
    if (conditions.isEmpty()) {
      return graph;
    }
    Map<String, SqlText> left = new HashMap<>(conditions);
    List<ResolvedFlow> flows =
        graph.flows().stream()
            .map(
                flow ->
                    flow.flow().kind() == FlowKind.REPLACE_WHERE
                            && left.containsKey(flow.target().name().toString())
                        ? flow.replacing(
                            new ResolvedReplacement.Where(
                                left.remove(flow.target().name().toString())))
                        : flow)
            .toList();
    left.forEach(
        (table, condition) -> {
          throw new ProjectException(
              Problem.of(
                      ProblemCode.COMMAND_INVALID,
                      "WHERE is given for " + table + ", which no flow with REPLACE WHERE fills.")
                  .at(condition.span())
                  .withFix("Leave WHERE out."));
        });
    return new ResolvedGraph(
        graph.definition(), flows, graph.schemas(), graph.upstream(), graph.views());
  }
}
