/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Which flows of an update forget what they have read. Names are full ones, as in Lakeflow. */
record CheckpointSelection(PipelineDefinition definition, Problems problems) {
  private static final Set<FlowKind> WITHOUT_PROGRESS =
      Set.of(FlowKind.REPLACE_WHERE, FlowKind.AUTO_CDC_SNAPSHOT);

  List<Flow> of(UpdateRequest request) {
    List<Flow> found = new ArrayList<>();
    for (String name : request.resetCheckpoints()) {
      Optional<Flow> flow =
          definition.flows().stream()
              .filter(f -> f.name().toString().equalsIgnoreCase(name))
              .findFirst();
      if (flow.isEmpty()) {
        problems.add(unknown(name));
      } else if (keepsNoProgress(flow.get())) {
        problems.add(
            Problem.of(
                    ProblemCode.COMMAND_INVALID,
                    "The flow "
                        + name
                        + " keeps no progress that could be reset: it is computed anew each time.")
                .at(flow.get().where())
                .withFix("Take it out of the selection."));
      } else {
        found.add(flow.get());
      }
    }
    return found;
  }

  private boolean keepsNoProgress(Flow flow) {
    boolean isFilledByFlows =
        definition
            .findDataset(flow.target())
            .map(Dataset::kind)
            .filter(kind -> kind.isFilledByFlows())
            .isPresent();
    return !isFilledByFlows || WITHOUT_PROGRESS.contains(flow.kind());
  }

  private Problem unknown(String name) {
    Problem problem =
        Problem.of(
            ProblemCode.REFRESH_SELECTION_UNKNOWN,
            "The pipeline has no flow called "
                + name
                + "; flows whose progress is reset are named catalog.schema.flow.");
    List<String> known = definition.flows().stream().map(f -> f.name().toString()).toList();
    return known.stream()
        .filter(flow -> flow.toLowerCase(Locale.ROOT).endsWith("." + name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .or(() -> DidYouMean.closest(name, known))
        .map(near -> problem.withFix("Did you mean " + near + "?"))
        .orElse(problem);
  }
}
