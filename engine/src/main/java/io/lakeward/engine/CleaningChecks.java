/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.graph.ResolvedFlow;
import io.lakeward.analysis.graph.ResolvedGraph;
import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.autoloader.discovery.CleanSource;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A stream may clean away files only if no other stream of the pipeline needs them. */
final class CleaningChecks {
  private record Reading(ResolvedFlow flow, SourceRelation relation, CleanSource cleaning) {
    boolean meets(Reading other) {
      Path mine = cleaning.root();
      Path others = other.cleaning.root();
      return this != other && (mine.startsWith(others) || others.startsWith(mine));
    }
  }

  private CleaningChecks() {}

  static void check(ResolvedGraph graph, VolumePaths paths, Problems problems) {
    List<Reading> readings = new ArrayList<>();
    for (ResolvedFlow flow : graph.flows()) {
      for (SourceRelation relation : flow.sources()) {
        if (relation.isStreaming() && relation.source() instanceof Source.Files files) {
          try {
            readings.add(new Reading(flow, relation, CleanSource.of(files.files(), paths)));
          } catch (ProjectException e) {
            e.problems().forEach(p -> problems.add(p.at(flow.flow().query().span())));
          }
        }
      }
    }
    for (Reading reading : readings) {
      if (reading.cleaning().mode() == CleanSource.Mode.OFF) {
        continue;
      }
      readings.stream()
          .filter(reading::meets)
          .findFirst()
          .ifPresent(
              other ->
                  problems.add(
                      Problem.of(
                              ProblemCode.SOURCE_OPTION_INVALID,
                              "cleanSource => '%s' would take away files of %s that flow %s reads too."
                                  .formatted(
                                      reading.cleaning().mode(),
                                      reading.cleaning().root(),
                                      other.flow().flow().name()))
                          .at(reading.flow().flow().query().span())
                          .withFix(
                              "Let one flow load the files and the others read its table, or leave cleanSource out.")));
    }
  }
}
