/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import picocli.CommandLine.Mixin;

/** A command that opens a project. */
abstract class ProjectCommand implements Command {
  final Console console;

  @Mixin private ProjectOptions project = new ProjectOptions();

  ProjectCommand(Console console) {
    this.console = console;
  }

  final ProjectOptions project() {
    return project;
  }

  @Override
  public final boolean isDebug() {
    return project.isDebug();
  }
}
