/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.language.sql.SqlDeclarations;
import io.lakeward.language.sql.SqlFileReader;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.pipeline.DatasetKind;
import io.lakeward.model.pipeline.Flow;
import io.lakeward.model.pipeline.FunctionDefinition;
import io.lakeward.model.pipeline.PipelineDefinition;
import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts the declarations of all files together into one definition and reports where they clash. The
 * order of files and statements has no meaning, so nothing is judged before all are read.
 */
public final class DefinitionAssembler {

  /** As much of the definition as can be had; it may only be run if no problem was added. */
  public PipelineDefinition assemble(PipelineProject project, Problems problems) {
    SqlFileReader reader =
        new SqlFileReader(project.settings(), new RuleFileReader(project.folder()));
    List<Dataset> declaredDatasets = new ArrayList<>();
    List<Flow> declaredFlows = new ArrayList<>();
    Map<TableName, FunctionDefinition> functions = new LinkedHashMap<>();
    // What was not read may hold the missing counterpart; then its absence is no news.
    boolean isComplete =
        problems.sorted().stream().allMatch(p -> p.code() == ProblemCode.SETTINGS_INVALID);
    for (SourceFile file : project.files()) {
      SqlDeclarations declarations = reader.read(file, problems);
      declaredDatasets.addAll(declarations.datasets());
      declaredFlows.addAll(declarations.flows());
      for (FunctionDefinition function : declarations.functions()) {
        FunctionDefinition first = functions.putIfAbsent(function.function().name(), function);
        if (first != null) {
          problems.add(ProjectProblems.duplicateFunction(function, first));
        }
      }
      isComplete &= declarations.isComplete();
    }
    Map<TableName, Dataset> datasets = uniqueDatasets(declaredDatasets, problems);
    List<Flow> kept = flowsOfKept(declaredFlows, declaredDatasets, datasets.values());
    List<Flow> flows = uniqueFlows(kept, problems);
    checkTargets(flows, datasets, isComplete, problems);
    QuarantineCheck.check(datasets, problems);
    if (isComplete) {
      checkSources(kept, datasets.values(), problems);
    }
    return new PipelineDefinition(
        project.settings(),
        List.copyOf(datasets.values()),
        List.copyOf(flows),
        List.copyOf(functions.values()));
  }

  private static Map<TableName, Dataset> uniqueDatasets(List<Dataset> declared, Problems problems) {
    Map<TableName, Dataset> datasets = new LinkedHashMap<>();
    for (Dataset dataset : declared) {
      Dataset first = datasets.putIfAbsent(dataset.name(), dataset);
      if (first != null) {
        problems.add(ProjectProblems.duplicateDataset(dataset, first));
      }
    }
    return datasets;
  }

  /** Leaves out the own queries of datasets that were reported as second of their name. */
  private static List<Flow> flowsOfKept(
      List<Flow> declared, List<Dataset> datasets, Collection<Dataset> kept) {
    Set<SourceSpan> dropped = new HashSet<>();
    datasets.forEach(dataset -> dropped.add(dataset.where()));
    kept.forEach(dataset -> dropped.remove(dataset.where()));
    return declared.stream().filter(flow -> !dropped.contains(flow.where())).toList();
  }

  private static List<Flow> uniqueFlows(List<Flow> declared, Problems problems) {
    Map<TableName, Flow> flows = new LinkedHashMap<>();
    for (Flow flow : declared) {
      Flow first = flows.putIfAbsent(flow.name(), flow);
      if (first != null) {
        problems.add(ProjectProblems.duplicateFlow(flow, first));
      }
    }
    return List.copyOf(flows.values());
  }

  private static void checkTargets(
      List<Flow> flows, Map<TableName, Dataset> datasets, boolean isComplete, Problems problems) {
    for (Flow flow : flows) {
      Dataset target = datasets.get(flow.target());
      if (target == null) {
        if (isComplete) {
          problems.add(
              ProjectProblems.flowTargetNotFound(flow, meant(flow.target(), datasets.keySet())));
        }
      } else if (target.kind() == DatasetKind.TABLE && flow.autoCdc().isPresent()) {
        problems.add(ProjectProblems.changesIntoPlainTable(flow, target));
      } else if (!isOwn(flow, target)) {
        switch (target.kind()) {
          case STREAMING_TABLE, TABLE -> {}
          case MATERIALIZED_VIEW ->
              problems.add(ProjectProblems.flowIntoMaterializedView(flow, target));
          case TEMPORARY_VIEW, VIEW -> problems.add(ProjectProblems.flowIntoView(flow, target));
        }
      }
    }
  }

  private static void checkSources(
      List<Flow> flows, Collection<Dataset> datasets, Problems problems) {
    for (Dataset dataset : datasets) {
      if (flows.stream().noneMatch(flow -> flow.target().equals(dataset.name()))) {
        problems.add(ProjectProblems.datasetWithoutFlow(dataset));
      }
    }
    boolean hasTable =
        datasets.stream().anyMatch(dataset -> dataset.kind() != DatasetKind.TEMPORARY_VIEW);
    if (!hasTable && problems.isEmpty()) {
      problems.add(ProjectProblems.noTable());
    }
  }

  /** True for the query of the dataset's own CREATE statement. */
  private static boolean isOwn(Flow flow, Dataset target) {
    return flow.where().equals(target.where());
  }

  /** The table that was probably meant: same table name elsewhere, or a name close to it. */
  private static Optional<String> meant(TableName wrong, Collection<TableName> known) {
    Optional<TableName> elsewhere =
        known.stream().filter(name -> name.table().equalsIgnoreCase(wrong.table())).findFirst();
    return elsewhere.isPresent()
        ? elsewhere.map(TableName::toString)
        : DidYouMean.closest(wrong.toString(), known.stream().map(TableName::toString).toList());
  }
}
