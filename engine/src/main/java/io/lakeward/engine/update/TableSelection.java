/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which tables an update refreshes, and which of them it starts over.
 *
 * @param refresh all tables that take part
 * @param startOver those of them that begin anew
 * @param resets flows that begin anew, into tables that keep their rows
 */
public record TableSelection(Set<TableName> refresh, Set<TableName> startOver, List<Flow> resets) {
  private static final String RESET_ALLOWED = "pipelines.reset.allowed";

  /**
   * @throws io.lakeward.model.problem.ProjectException if the request names an unknown table, asks
   *     for too much at once, or wants to start over a table that forbids it
   */
  public static TableSelection of(UpdateRequest request, PipelineDefinition definition) {
    List<Dataset> stored = definition.datasets().stream().filter(d -> d.kind().isStored()).toList();
    Problems problems = new Problems();
    if (request.fullRefreshAll()
        && !(request.refresh().isEmpty() && request.fullRefresh().isEmpty())) {
      problems.add(
          Problem.of(
                  ProblemCode.COMMAND_INVALID,
                  "A full refresh of all tables cannot be combined with a selection of tables.")
              .withFix("Leave out either --full-refresh-all or the selections."));
    }
    Set<TableName> refresh = find(request.refresh(), stored, definition, problems);
    Set<TableName> startOver = find(request.fullRefresh(), stored, definition, problems);
    for (Dataset dataset : stored) {
      if (startOver.contains(dataset.name()) && refresh.contains(dataset.name())) {
        problems.add(
            Problem.of(
                ProblemCode.COMMAND_INVALID,
                dataset.name() + " is selected both for a refresh and for a full refresh."));
      }
      if (startOver.contains(dataset.name()) && !resetAllowed(dataset)) {
        problems.add(
            Problem.of(
                    ProblemCode.TABLE_NOT_RESETTABLE,
                    dataset.name()
                        + " forbids a full refresh by its property "
                        + RESET_ALLOWED
                        + ".")
                .at(dataset.where())
                .withFix("Take it out of the selection, or remove the property."));
      }
    }
    List<Flow> resets = new CheckpointSelection(definition, problems).of(request);
    problems.throwIfAny();
    if (request.fullRefreshAll()) {
      return new TableSelection(
          names(stored),
          names(stored.stream().filter(TableSelection::resetAllowed).toList()),
          resets);
    }
    Set<TableName> both = new HashSet<>(refresh);
    both.addAll(startOver);
    if (!both.isEmpty()) {
      resets.forEach(flow -> both.add(flow.target()));
    }
    return new TableSelection(both.isEmpty() ? names(stored) : both, startOver, resets);
  }

  private static boolean resetAllowed(Dataset dataset) {
    return dataset.properties().entrySet().stream()
        .filter(p -> p.getKey().equalsIgnoreCase(RESET_ALLOWED))
        .noneMatch(p -> p.getValue().equalsIgnoreCase("false"));
  }

  private static Set<TableName> names(List<Dataset> datasets) {
    return datasets.stream().map(Dataset::name).collect(Collectors.toUnmodifiableSet());
  }

  private static Set<TableName> find(
      List<String> typed, List<Dataset> stored, PipelineDefinition definition, Problems problems) {
    Set<TableName> found = new HashSet<>();
    for (String name : typed) {
      Optional<Dataset> dataset =
          stored.stream().filter(d -> isCalled(d.name(), name, definition)).findFirst();
      if (dataset.isPresent()) {
        found.add(dataset.get().name());
        continue;
      }
      Problem problem =
          Problem.of(
              ProblemCode.REFRESH_SELECTION_UNKNOWN,
              "The pipeline defines no table called " + name + ".");
      problems.add(
          DidYouMean.closest(name, stored.stream().map(d -> d.name().table()).toList())
              .map(near -> problem.withFix("Did you mean " + near + "?"))
              .orElse(problem));
    }
    return found;
  }

  /** By its full name, by schema and table, or by its last part in the default schema. */
  private static boolean isCalled(TableName name, String typed, PipelineDefinition definition) {
    if (typed.equalsIgnoreCase(name.toString())) {
      return true;
    }
    boolean defaultCatalog = name.catalog().equalsIgnoreCase(definition.settings().catalog());
    if (defaultCatalog && typed.equalsIgnoreCase(name.schema() + "." + name.table())) {
      return true;
    }
    return defaultCatalog
        && name.schema().equalsIgnoreCase(definition.settings().schema())
        && typed.equalsIgnoreCase(name.table());
  }
}
