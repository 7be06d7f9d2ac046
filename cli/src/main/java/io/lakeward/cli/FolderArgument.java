/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** The project's folder, for commands that have no other argument. */
final class FolderArgument {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Folder of the project (default: this folder).")
  private Path folder = Path.of(".");

  Path path() {
    return folder;
  }
}
