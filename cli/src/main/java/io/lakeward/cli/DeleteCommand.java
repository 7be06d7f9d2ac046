/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.view.SafeText;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.ProjectException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@CommandLine.Command(
    name = "delete",
    description = "Takes a pipeline's tables and views away; its source files stay.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  lakeward delete my-pipeline              asks first",
      "  lakeward delete my-pipeline --yes",
      "  lakeward delete my-pipeline --keep-tables  leaves the tables, inactive",
      "",
      "UNDROP TABLE in lakeward sql brings a table back within 7 days."
    })
final class DeleteCommand extends ProjectCommand {

  @Mixin private EngineOptions engine = new EngineOptions();

  @Mixin private FolderArgument folder = new FolderArgument();

  @Option(names = "--keep-tables", description = "Leaves the tables, which become inactive.")
  private boolean keepTables;

  @Option(names = "--yes", description = "Does not ask.")
  private boolean yes;

  DeleteCommand(Console console) {
    super(console);
  }

  @Override
  public boolean printsJson() {
    return false;
  }

  @Override
  public Integer call() {
    try (PipelineEngine pipeline = project().openEngine(folder.path(), engine)) {
      List<TableName> tables = pipeline.madeTables();
      if (!yes) {
        confirm(pipeline.settings().name(), tables);
      }
      pipeline.delete(keepTables);
      tables.forEach(
          table ->
              console.print(
                  (keepTables ? "inactive: " : "dropped: ")
                      + SafeText.escapeControls(table.toString())
                      + "\n"));
      return ExitCode.DONE;
    }
  }

  private void confirm(String name, List<TableName> tables) {
    console.note(
        "This takes away "
            + tables.size()
            + (tables.size() == 1 ? " table" : " tables")
            + " of "
            + SafeText.escapeControls(name)
            + ". Type its name to go on: ");
    if (!name.equals(answer().orElse(""))) {
      throw new ProjectException(
          CommandProblems.wrongArguments(
              "The pipeline was not deleted: its name was not typed.",
              Optional.of("Type the name, or give --yes.")));
    }
  }

  private static Optional<String> answer() {
    try {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      return Optional.ofNullable(in.readLine()).map(String::strip);
    } catch (IOException e) {
      throw new UncheckedIOException("standard input could not be read", e);
    }
  }
}
