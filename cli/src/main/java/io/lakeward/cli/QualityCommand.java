/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.view.JsonDocuments;
import io.lakeward.cli.view.QualityPage;
import io.lakeward.cli.view.QualityTable;
import io.lakeward.cli.view.TableNames;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.quality.QualityHistory;
import io.lakeward.model.problem.ProjectException;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lakeward quality}: how many rows kept each expectation in the latest updates. */
@CommandLine.Command(
    name = "quality",
    description = "Shows the pass rate of each expectation over the latest updates.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  lakeward quality                                 the pipeline in this folder",
      "  lakeward quality --last 50                       look further back",
      "  lakeward quality --output html > quality.html    a page with plots",
      "",
      "The trend has a mark for each update, from all rows broken to none; a dot: no row checked."
    })
final class QualityCommand extends ProjectCommand {

  @Mixin private FolderArgument folder = new FolderArgument();

  @Option(
      names = "--last",
      paramLabel = "N",
      description = "How many updates to look back (default: 20).")
  private int last = 20;

  @Option(
      names = "--output",
      paramLabel = "FORMAT",
      description = "table, json or html (default: table).")
  private QualityFormat output = QualityFormat.TABLE;

  QualityCommand(Console console) {
    super(console);
  }

  @Override
  public boolean printsJson() {
    return output == QualityFormat.JSON;
  }

  @Override
  public Integer call() {
    if (last < 1) {
      throw new ProjectException(
          CommandProblems.wrongArguments(
              "--last must be 1 or more, but was " + last + ".", Optional.empty()));
    }
    try (PipelineEngine pipeline = project().openEngine(folder.path())) {
      QualityHistory history = QualityHistory.of(pipeline.eventLog(), last);
      console.print(
          switch (output) {
            case TABLE ->
                new QualityTable(console.outTerminal(), TableNames.of(pipeline.settings()))
                    .print(history);
            case JSON -> JsonDocuments.quality(pipeline.settings().name(), history);
            case HTML ->
                new QualityPage(pipeline.settings().name(), TableNames.of(pipeline.settings()))
                    .print(history);
          });
      return ExitCode.DONE;
    }
  }
}
