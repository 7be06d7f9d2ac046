/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.analysis.graph.ResolvedGraph;
import io.lakeward.cli.view.GraphText;
import io.lakeward.cli.view.JsonDocuments;
import io.lakeward.engine.PipelineEngine;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lakeward validate}: resolves everything and runs nothing. */
@CommandLine.Command(
    name = "validate",
    description = "Resolves every query of a pipeline, runs nothing and writes nothing.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  lakeward validate                  the pipeline in this folder",
      "  lakeward validate my-pipeline      the pipeline in another folder",
      "  lakeward validate --output json    datasets with their columns, or the problems",
      "",
      "Exit code 0: the project is right. 2: it has problems, and all of them are shown."
    })
final class ValidateCommand extends ProjectCommand {

  @Mixin private EngineOptions engine = new EngineOptions();

  @Mixin private FolderArgument folder = new FolderArgument();

  @Option(names = "--output", paramLabel = "FORMAT", description = "text or json (default: text).")
  private OutputFormat output = OutputFormat.TEXT;

  ValidateCommand(Console console) {
    super(console);
  }

  @Override
  public boolean printsJson() {
    return output == OutputFormat.JSON;
  }

  @Override
  public Integer call() {
    try (PipelineEngine pipeline = project().openEngine(folder.path(), engine)) {
      console.note(IgnoredSettings.note(pipeline.settings()));
      ResolvedGraph graph = pipeline.validate();
      console.print(
          printsJson()
              ? JsonDocuments.valid(graph)
              : new GraphText(console.outTerminal()).print(graph));
      return ExitCode.DONE;
    }
  }
}
