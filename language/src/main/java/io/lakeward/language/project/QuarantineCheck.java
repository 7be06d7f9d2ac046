/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import java.util.Map;

/** Where {@code ON VIOLATION QUARANTINE} may stand. */
final class QuarantineCheck {
  private QuarantineCheck() {}

  static void check(Map<TableName, Dataset> datasets, List<Flow> flows, Problems problems) {
    for (Dataset dataset : datasets.values()) {
      dataset
          .quarantine()
          .ifPresent(
              quarantine -> {
                Dataset same = datasets.get(quarantine);
                if (same != null) {
                  problems.add(nameTaken(dataset, quarantine, same));
                }
                if (!dataset.kind().isStored()) {
                  problems.add(notHere(dataset, "a " + dataset.kind()));
                } else if (flows.stream()
                    .anyMatch(f -> f.target().equals(dataset.name()) && f.kind().isAutoCdc())) {
                  problems.add(notHere(dataset, "a target of AUTO CDC"));
                }
              });
    }
  }

  private static Problem nameTaken(Dataset dataset, TableName quarantine, Dataset same) {
    return Problem.of(
            ProblemCode.PIPELINE_DUPLICATE_IDENTIFIERS,
            "%s keeps its quarantined rows in %s, which the pipeline defines itself at %s."
                .formatted(dataset.name(), quarantine, same.where()))
        .at(rule(dataset))
        .withFix("Rename the other dataset.");
  }

  private static Problem notHere(Dataset dataset, String what) {
    return Problem.of(
            ProblemCode.NOT_SUPPORTED_YET,
            "ON VIOLATION QUARANTINE on " + what + " is not supported yet.")
        .at(rule(dataset))
        .withFix("Put the rule on a table that the rows come from or go to.");
  }

  private static SourceSpan rule(Dataset dataset) {
    return dataset.expectations().stream()
        .filter(rule -> rule.action() == ViolationAction.QUARANTINE)
        .map(Expectation::condition)
        .findFirst()
        .orElseThrow()
        .span();
  }
}
