/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import static io.lakeward.analysis.graph.TestPipeline.name;

import io.lakeward.analysis.plan.SourceRelation;
import java.util.List;

/** A pipeline to resolve, and ways to look at what came of it. */
abstract class GraphFixture {
  final TestPipeline pipeline =
      new TestPipeline()
          .table("src", "id INT, x INT, name STRING")
          .table("dim", "id INT, y STRING");

  static List<String> ids(ResolvedFlow flow) {
    return flow.sources().stream().map(SourceRelation::id).sorted().toList();
  }

  static List<String> targets(ResolvedGraph graph) {
    return graph.flows().stream().map(f -> f.target().name().table()).toList();
  }

  static ResolvedFlow flow(ResolvedGraph graph, String target) {
    return graph.flowsInto(name(target)).get(0);
  }
}
