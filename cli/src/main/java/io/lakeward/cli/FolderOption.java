/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The project's folder, for commands whose argument is something else. */
final class FolderOption {
  @Option(
      names = {"-C", "--project"},
      paramLabel = "DIR",
      description = "Folder of the project (default: this folder).")
  private Path folder = Path.of(".");

  Path path() {
    return folder;
  }
}
