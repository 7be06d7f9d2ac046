/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.warm.StopSignal;
import io.lakeward.cli.warm.WarmRequest;
import io.lakeward.cli.warm.WarmServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** The warm process of a project; started by a run in development mode. */
final class WarmMain {
  private WarmMain() {}

  /**
   * @param arguments the project's folder, and the seconds after which it ends when nobody comes
   */
  public static void main(String[] arguments) throws IOException {
    Locale.setDefault(Locale.ROOT); // as Main does
    Path project = Path.of(arguments[0]);
    Thread warmUp = new Thread(() -> validate(project), "lakeward-warm-up");
    warmUp.setDaemon(true);
    warmUp.start();
    new WarmServer(project, Duration.ofSeconds(Long.parseLong(arguments[1])), WarmMain::execute)
        .serve();
    System.exit(ExitCode.DONE);
  }

  private static int execute(
      WarmRequest request, OutputStream out, OutputStream err, StopSignal stop) {
    Console console = Console.ofClient(request, out, err, stop);
    int exitCode = new Main(console).execute(request.arguments().toArray(String[]::new));
    console.out().flush();
    console.err().flush();
    return exitCode;
  }

  /** Resolves the project for nobody, so that the first command finds its classes loaded. */
  private static void validate(Path project) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    new Main(
            new Console(
                nowhere,
                io.lakeward.cli.view.Terminal.NONE,
                nowhere,
                io.lakeward.cli.view.Terminal.NONE,
                new StopSignal()))
        .execute("explain", project.toString());
  }
}
