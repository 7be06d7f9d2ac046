/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.cli.view.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The two streams of the process. Results go to {@code out}; progress, problems and notes to {@code
 * err}.
 */
record Console(PrintStream out, Terminal outTerminal, PrintStream err, Terminal errTerminal) {

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
    return new Console(
        utf8(FileDescriptor.out),
        Terminal.of("stdout", properties, System.getenv()),
        utf8(FileDescriptor.err),
        Terminal.of("stderr", properties, System.getenv()));
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
