/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.view.Terminal;
import io.lakeward.cli.warm.StopSignal;
import io.lakeward.cli.warm.WarmRequest;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Where a command speaks to and hears from. Results go to {@code out}; progress, problems and notes
 * to {@code err}.
 *
 * @param stop given when the command is to end (Ctrl-C, SIGTERM)
 */
record Console(
    PrintStream out, Terminal outTerminal, PrintStream err, Terminal errTerminal, StopSignal stop) {

  /** The process's own streams, in UTF-8 whatever the locale says. */
  static Console ofProcess() {
    Map<String, String> properties = new HashMap<>();
    for (String key :
        new String[] {
          "lakeward.stdout.terminal", "lakeward.stderr.terminal", "lakeward.terminal.width"
        }) {
      String value = System.getProperty(key);
      if (value != null) {
        properties.put(key, value);
      }
    }
    StopSignal stop = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(stop), "lakeward-stop"));
    return new Console(
        utf8(FileDescriptor.out),
        Terminal.of("stdout", properties, System.getenv()),
        utf8(FileDescriptor.err),
        Terminal.of("stderr", properties, System.getenv()),
        stop);
  }

  /** In a shutdown hook only halting can still choose the exit code. */
  private static void stop(StopSignal stop) {
    stop.give();
    stop.exitCode().ifPresent(Runtime.getRuntime()::halt);
  }

  /** The streams and the terminal of the process that a warm process works for. */
  static Console ofClient(
      WarmRequest request, OutputStream out, OutputStream err, StopSignal stop) {
    return new Console(
        new PrintStream(new BufferedOutputStream(out), false, StandardCharsets.UTF_8),
        Terminal.of("stdout", request.terminal(), request.terminal()),
        new PrintStream(new BufferedOutputStream(err), false, StandardCharsets.UTF_8),
        Terminal.of("stderr", request.terminal(), request.terminal()),
        stop);
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
  }

  void print(String text) {
    out.print(text);
    out.flush();
  }

  void note(String text) {
    err.print(text);
    err.flush();
  }
}
