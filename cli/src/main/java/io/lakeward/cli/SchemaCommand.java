/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.view.JsonDocuments;
import io.lakeward.cli.view.SchemaText;
import io.lakeward.cli.view.TableNames;
import io.lakeward.engine.PipelineEngine;
import io.lakeward.engine.schema.SchemaCatalog;
import io.lakeward.engine.schema.SchemaDifference;
import io.lakeward.engine.schema.SchemaVersion;
import io.lakeward.engine.schema.StoredSource;
import io.lakeward.model.problem.ProjectException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lakeward schema}: the schemas that were learned of streamed files. */
@CommandLine.Command(
    name = "schema",
    description = {
      "Shows and changes what was learned of the columns of streamed files (read_files, cloud_files).",
      "SOURCE is a table that is filled from the files, or the files' path as in the query."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  lakeward schema show                        every source, with its newest version",
      "  lakeward schema show orders_raw             all versions of one",
      "  lakeward schema diff orders_raw             the newest against the one before",
      "  lakeward schema diff orders_raw --from 0    against an older one",
      "  lakeward schema rollback orders_raw --to 1  makes version 1 the newest again",
      "",
      "A rollback is a new version; nothing is deleted. Tables keep the columns that they have:",
      "a column that the source has no more is NULL in new rows. If new files bring the column",
      "again it is learned again, unless schemaEvolutionMode is 'rescue' or 'none'."
    })
final class SchemaCommand extends ProjectCommand {
  private static final List<String> ACTIONS = List.of("show", "diff", "rollback");

  @Parameters(index = "0", paramLabel = "ACTION", description = "show, diff or rollback.")
  private String action = "show";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "SOURCE",
      description = "Table or path; without it, all (show only).")
  private @Nullable String source;

  @Mixin private FolderOption folder = new FolderOption();

  @Option(
      names = "--from",
      paramLabel = "N",
      description = "Version to compare with (default: the one before --to).")
  private @Nullable Long from;

  @Option(
      names = "--to",
      paramLabel = "N",
      description = "Version to compare or to put back (default of diff: the newest).")
  private @Nullable Long to;

  @Option(names = "--output", paramLabel = "FORMAT", description = "text or json (default: text).")
  private OutputFormat output = OutputFormat.TEXT;

  SchemaCommand(Console console) {
    super(console);
  }

  @Override
  public boolean printsJson() {
    return output == OutputFormat.JSON;
  }

  @Override
  public Integer call() {
    if (!ACTIONS.contains(action)) {
      throw new ProjectException(CommandProblems.unknownWord("action", action, ACTIONS));
    }
    try (PipelineEngine pipeline = project().openEngine(folder.path())) {
      TableNames names = TableNames.of(pipeline.settings());
      switch (action) {
        case "show" -> show(pipeline.schemas(), names);
        case "diff" -> diff(pipeline.schemas(), named());
        default -> rollback(pipeline, named());
      }
      return ExitCode.DONE;
    }
  }

  private String named() {
    String name = source;
    if (name == null) {
      throw new ProjectException(
          CommandProblems.wrongArguments(
              "`lakeward schema " + action + "` needs a source.",
              Optional.of("Name a table or a path; `lakeward schema show` lists them.")));
    }
    return name;
  }

  private void show(SchemaCatalog schemas, TableNames names) {
    String name = source;
    List<StoredSource> sources = name == null ? schemas.all() : List.of(schemas.find(name));
    console.print(
        printsJson()
            ? JsonDocuments.schemas(sources)
            : new SchemaText(names).print(sources, name != null));
  }

  private void diff(SchemaCatalog schemas, String name) {
    StoredSource found = schemas.find(name);
    SchemaVersion after = to == null ? found.newest() : schemas.version(found, to);
    SchemaVersion before =
        from == null
            ? schemas.version(found, Math.max(found.versions().get(0).number(), after.number() - 1))
            : schemas.version(found, from);
    List<SchemaDifference> differences =
        SchemaDifference.between(before.schema().columns(), after.schema().columns());
    console.print(
        printsJson()
            ? JsonDocuments.schemaDifferences(found, before, after, differences)
            : SchemaText.differences(before, after, differences));
  }

  private void rollback(PipelineEngine pipeline, String name) {
    Long wanted = to;
    if (wanted == null) {
      throw new ProjectException(
          CommandProblems.wrongArguments(
              "`lakeward schema rollback` needs a version.",
              Optional.of(
                  "Write --to N; `lakeward schema show " + name + "` lists the versions.")));
    }
    SchemaVersion made = pipeline.rollbackSchema(name, wanted);
    StoredSource now = pipeline.schemas().find(name);
    console.print(
        printsJson()
            ? JsonDocuments.schemas(List.of(now))
            : "Version %d is the newest now; it has the columns of version %d.\n"
                .formatted(made.number(), wanted));
  }
}
