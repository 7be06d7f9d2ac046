/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.model.problem.ProjectException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lakeward init}: makes a project folder that runs. */
@CommandLine.Command(
    name = "init",
    description = "Makes a project folder with a small pipeline that runs.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  lakeward init my-pipeline",
      "  lakeward run my-pipeline",
      "  lakeward sql \"SELECT * FROM daily_sales\" -C my-pipeline"
    })
final class InitCommand implements Command {

  private static final List<String> FILES =
      List.of(
          "README.md",
          "pipeline.yml",
          "transformations/1_orders.sql",
          "transformations/2_clean_orders.sql",
          "transformations/3_daily_sales.sql",
          "volumes/main/default/landing/orders/2026-01-05.json",
          "volumes/main/default/landing/orders/2026-01-06.json");

  private final Console console;

  @Parameters(index = "0", paramLabel = "NAME", description = "Folder to make.")
  private Path folder = Path.of(".");

  @Option(names = "--debug", description = "Show the stack trace of a failure.")
  private boolean debug;

  InitCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return false;
  }

  @Override
  public boolean isDebug() {
    return debug;
  }

  @Override
  public String outcome() {
    return "no project was made";
  }

  @Override
  public Integer call() {
    try {
      if (isTaken(folder)) {
        throw new ProjectException(CommandProblems.folderNotEmpty(folder));
      }
      for (String file : FILES) {
        write(file, folder.resolve(file));
      }
      write("gitignore", folder.resolve(".gitignore"));
    } catch (IOException e) {
      throw new ProjectException(CommandProblems.cannotWrite(folder, e.toString()), e);
    }
    console.print(
        """
        Made %1$s with three tables and a little data. Next:

          lakeward run %1$s
          lakeward sql "SELECT * FROM daily_sales" -C %1$s
        """
            .formatted(folder));
    return ExitCode.DONE;
  }

  private static boolean isTaken(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return false;
    }
    if (!Files.isDirectory(folder)) {
      return true;
    }
    try (Stream<Path> content = Files.list(folder)) {
      return content.findAny().isPresent();
    }
  }

  private void write(String resource, Path target) throws IOException {
    try (InputStream in = InitCommand.class.getResourceAsStream("init/" + resource)) {
      if (in == null) {
        throw new FileNotFoundException("the template " + resource + " is missing");
      }
      Path parent = target.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(target, text.replace("@name@", pipelineName()));
    }
  }

  private String pipelineName() {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return name == null ? "pipeline" : name.toString().replaceAll("[^\\p{L}\\p{N}_.-]", "-");
  }
}
