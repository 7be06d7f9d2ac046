/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.view.ExplanationText;
import io.lakeward.cli.view.JsonDocuments;
import io.lakeward.cli.view.TableNames;
import io.lakeward.engine.FlowExplanation;
import io.lakeward.engine.PipelineEngine;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lakeward explain}: tells for each table which engine would fill it, why, and how. */
@CommandLine.Command(
    name = "explain",
    description = "Tells for each table which engine would fill it, why, and with which query.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  lakeward explain                  the pipeline in this folder",
      "  lakeward explain --output json    the same for programs"
    })
final class ExplainCommand implements Command {

  private final Console console;

  @Mixin private ProjectOptions project = new ProjectOptions();
  @Mixin private EngineOptions engine = new EngineOptions();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Folder of the project (default: this folder).")
  private Path folder = Path.of(".");

  @Option(names = "--output", paramLabel = "FORMAT", description = "text or json (default: text).")
  private OutputFormat output = OutputFormat.TEXT;

  ExplainCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return output == OutputFormat.JSON;
  }

  @Override
  public boolean isDebug() {
    return project.isDebug();
  }

  @Override
  public Integer call() {
    try (PipelineEngine pipeline = project.openEngine(folder, engine)) {
      List<FlowExplanation> flows = pipeline.explain();
      TableNames names = TableNames.of(pipeline.settings());
      console.print(
          printsJson()
              ? JsonDocuments.explanations(flows)
              : new ExplanationText(console.outTerminal(), names).print(flows));
      return ExitCode.DONE;
    }
  }
}
