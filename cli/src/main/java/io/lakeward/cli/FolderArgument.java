/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The project's folder, for commands that have no other argument. */
final class FolderArgument {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DIR",
      description = "Folder of the project (default: this folder).")
  private Optional<Path> folder = Optional.empty();

  @Option(
      names = {"-C", "--project"},
      paramLabel = "DIR",
      description = "The same, as in commands that have another argument.")
  private Optional<Path> option = Optional.empty();

  Path path() {
    return folder.or(() -> option).orElse(Path.of("."));
  }
}
