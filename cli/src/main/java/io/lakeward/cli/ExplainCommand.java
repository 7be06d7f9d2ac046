/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.view.ExplanationText;
import io.lakeward.cli.view.JsonDocuments;
import io.lakeward.cli.view.LineageDrawing;
import io.lakeward.cli.view.LineageText;
import io.lakeward.cli.view.TableNames;
import io.lakeward.engine.FlowExplanation;
import io.lakeward.engine.FlowLineage;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.model.problem.ProjectException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lakeward explain}: tells for each table which engine would fill it, why, and how. */
@CommandLine.Command(
    name = "explain",
    description = "Tells for each table which engine would fill it, why, and with which query.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  lakeward explain                  the pipeline in this folder",
      "  lakeward explain --output json    the same for programs",
      "  lakeward explain --lineage        which column comes from which",
      "  lakeward explain --lineage --output mermaid > lineage.mmd"
    })
final class ExplainCommand extends ProjectCommand {

  @Mixin private EngineOptions engine = new EngineOptions();

  @Mixin private FolderArgument folder = new FolderArgument();

  @Option(
      names = "--lineage",
      description = "Tells instead from which columns each table's columns are made.")
  private boolean lineage;

  @Option(
      names = "--output",
      paramLabel = "FORMAT",
      description = "text or json, for --lineage also mermaid (default: text).")
  private ExplainFormat output = ExplainFormat.TEXT;

  ExplainCommand(Console console) {
    super(console);
  }

  @Override
  public boolean printsJson() {
    return output == ExplainFormat.JSON;
  }

  private String lineage(List<FlowLineage> flows, TableNames names) {
    return switch (output) {
      case TEXT -> new LineageText(names).print(flows);
      case JSON -> JsonDocuments.lineage(flows);
      case MERMAID -> new LineageDrawing(names).print(flows);
    };
  }

  @Override
  public Integer call() {
    try (PipelineEngine pipeline = project().openEngine(folder.path(), engine)) {
      TableNames names = TableNames.of(pipeline.settings());
      if (lineage) {
        console.print(lineage(pipeline.lineage(), names));
        return ExitCode.DONE;
      }
      if (output == ExplainFormat.MERMAID) {
        throw new ProjectException(
            CommandProblems.wrongArguments(
                "--output mermaid draws the lineage only.", Optional.of("Add --lineage.")));
      }
      List<FlowExplanation> flows = pipeline.explain();
      console.print(
          printsJson()
              ? JsonDocuments.explanations(flows)
              : new ExplanationText(console.outTerminal(), names).print(flows));
      return ExitCode.DONE;
    }
  }
}
