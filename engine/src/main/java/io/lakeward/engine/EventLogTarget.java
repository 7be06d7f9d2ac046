/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;

/** The table that the settings name for the event log must be nobody else's. */
final class EventLogTarget {
  private EventLogTarget() {}

  static void check(PipelineDefinition definition, Problems problems) {
    definition
        .settings()
        .monitoring()
        .eventLogTable()
        .ifPresent(
            log ->
                definition.datasets().stream()
                    .filter(dataset -> dataset.name().equals(log.table()))
                    .findFirst()
                    .ifPresent(
                        dataset ->
                            problems.add(
                                Problem.of(
                                        ProblemCode.SETTINGS_INVALID,
                                        "event_log names the table "
                                            + log.table()
                                            + ", which the pipeline defines at "
                                            + dataset.where()
                                            + ".")
                                    .at(log.where())
                                    .withFix("Give the event log another name."))));
  }
}
