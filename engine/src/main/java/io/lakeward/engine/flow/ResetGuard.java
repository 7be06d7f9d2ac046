/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.engine.state.StateFile;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.problem.FileProblems;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Keeps a full refresh from losing rows whose files {@code cleanSource} has taken away. */
final class ResetGuard {
  static final String ALLOWED = "pipelines.reset.missingFilesAllowed";

  private ResetGuard() {}

  /**
   * @param tableState the folder of the table's state
   * @throws ProjectException if rows would be lost, unless the table's properties allow it
   */
  static void check(Dataset dataset, Path tableState) {
    String id =
        StateFile.read(tableState.resolve("identity.json"))
            .map(json -> json.path("id").asText())
            .orElse("");
    boolean isAllowed =
        dataset.properties().entrySet().stream()
            .anyMatch(p -> p.getKey().equalsIgnoreCase(ALLOWED) && p.getValue().equals("true"));
    if (isAllowed || id.isEmpty() || !Files.isDirectory(tableState.resolve(id))) {
      return;
    }
    long cleaned = 0;
    try (Stream<Path> files = Files.walk(tableState.resolve(id))) {
      List<Path> logs = files.filter(f -> f.toString().endsWith(".files")).toList();
      for (Path log : logs) {
        cleaned += new SourceState(log).archived().stream().mapToLong(r -> r.to() - r.from()).sum();
      }
    } catch (IOException e) {
      throw FileProblems.failure("read", tableState, e);
    }
    if (cleaned > 0) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.TABLE_NOT_RESETTABLE,
                  "A full refresh of %s would lose rows: %d of the files that it was filled from were cleaned away after they were loaded."
                      .formatted(dataset.name(), cleaned))
              .at(dataset.where())
              .withFix(
                  "Bring the files back first; or, to do without their rows, give the table TBLPROPERTIES ('%s' = 'true')."
                      .formatted(ALLOWED)));
    }
  }
}
