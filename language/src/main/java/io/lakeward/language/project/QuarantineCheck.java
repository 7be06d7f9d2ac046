/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Expectation;
import io.lakeward.model.pipeline.ViolationAction;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceSpan;
import java.util.Map;

/** Where {@code ON VIOLATION QUARANTINE} may stand. */
final class QuarantineCheck {
  private QuarantineCheck() {}

  static void check(Map<TableName, Dataset> datasets, Problems problems) {
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
                  problems.add(notStored(dataset));
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

  /** Each flow that reads a view would put the same rows aside, into one table. */
  private static Problem notStored(Dataset dataset) {
    return Problem.of(
            ProblemCode.NOT_SUPPORTED_YET,
            "ON VIOLATION QUARANTINE on a %s is not supported: its rows are not stored, and every flow that reads it would put them aside once more."
                .formatted(dataset.kind()))
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
