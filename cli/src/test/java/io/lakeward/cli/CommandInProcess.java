/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.view.Terminal;
import io.lakeward.cli.warm.StopSignal;
import io.lakeward.testkit.shipments.LakewardCommand;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command without a process of its own. */
record CommandInProcess(Path folder) implements LakewardCommand {

  @Override
  public Finished run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(stream(out), Terminal.NONE, stream(err), Terminal.NONE, new StopSignal());
    List<String> withFolder = new ArrayList<>(List.of(arguments));
    if (arguments[0].equals("sql")) {
      withFolder.add("-C");
    }
    withFolder.add(folder.toString());
    int exit = new Main(console).execute(withFolder.toArray(String[]::new));
    return new Finished(
        String.join(" ", arguments),
        exit,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
