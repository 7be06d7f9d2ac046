/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.warm.WarmClient;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lakeward stop}: ends the process that a run in development mode has left. */
@CommandLine.Command(
    name = "stop",
    description = "Ends the process that stays ready after a run in development mode.",
    footerHeading = "%nExamples:%n",
    footer = {"  lakeward stop my-pipeline", "", "Exit code 0, also if there was none."})
final class StopCommand implements Command {
  private final Console console;

  @Mixin private FolderArgument folder = new FolderArgument();

  @Option(names = "--debug", description = "Show the stack trace of a failure.")
  private boolean debug;

  StopCommand(Console console) {
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
  public Integer call() {
    boolean ended = WarmClient.end(folder.path().toAbsolutePath().normalize());
    console.note(
        ended ? "Ended the process of this project.\n" : "No process is kept for this project.\n");
    return ExitCode.DONE;
  }
}
