/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FlowKind;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;

/** Finds what Lakeflow would not understand. */
final class StrictDialect {
  private StrictDialect() {}

  static void check(PipelineDefinition definition, Problems problems) {
    for (Flow flow : definition.flows()) {
      if (flow.kind() == FlowKind.AUTO_CDC_SNAPSHOT) {
        problems.add(
            Problem.of(
                    ProblemCode.DIALECT_EXTENSION,
                    "AUTO CDC FROM SNAPSHOT in SQL, which fills "
                        + flow.target()
                        + ", is an extension of Lakeward.")
                .at(flow.query().span())
                .withFix(
                    "Lakeflow takes snapshots in Python only, by"
                        + " create_auto_cdc_from_snapshot_flow. Leave out --strict-dialect."));
      }
    }
    for (Dataset dataset : definition.datasets()) {
      for (Expectation rule : dataset.expectations()) {
        if (!rule.condition().span().file().path().endsWith(".sql")) {
          problems.add(
              Problem.of(
                      ProblemCode.DIALECT_EXTENSION,
                      "CONSTRAINTS FROM, which gives "
                          + dataset.name()
                          + " the rule `"
                          + rule.name()
                          + "`, is an extension of Lakeward.")
                  .at(dataset.where())
                  .withFix(
                      "Write the rules down in the statement; or leave out --strict-dialect."));
        }
        if (rule.action() == ViolationAction.QUARANTINE) {
          problems.add(
              Problem.of(
                      ProblemCode.DIALECT_EXTENSION,
                      "ON VIOLATION QUARANTINE of `"
                          + rule.name()
                          + "` is an extension of Lakeward.")
                  .at(rule.condition().span())
                  .withFix(
                      "Write ON VIOLATION DROP ROW, and a second table for the other rows; or leave out --strict-dialect."));
        }
      }
    }
  }
}
