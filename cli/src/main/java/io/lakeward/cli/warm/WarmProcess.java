/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.warm;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts a project's warm process with this process's Java and options. */
public final class WarmProcess {
  private WarmProcess() {}

  /**
   * Does nothing if there is one already, or if this process was not started by the launcher.
   *
   * @param mainClass takes the project's folder and the idle time in seconds
   */
  public static void start(Class<?> mainClass, Path project, Duration idle) {
    List<String> command = javaCommand();
    if (command.isEmpty() || WarmClient.isServed(project)) {
      return;
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(mainClass.getName());
    command.add(project.toString());
    command.add(Long.toString(idle.toSeconds()));
    try {
      new ProcessBuilder(command)
          .directory(new File("/"))
          .redirectInput(new File("/dev/null"))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      // The next run starts as slowly as this one did.
    }
  }

  /** Java and its options, up to the program. */
  private static List<String> javaCommand() {
    ProcessHandle.Info info = ProcessHandle.current().info();
    Optional<String[]> arguments = info.arguments();
    List<String> command = new ArrayList<>();
    if (info.command().isEmpty() || arguments.isEmpty()) {
      return command;
    }
    command.add(info.command().get());
    for (String argument : arguments.get()) {
      if (argument.equals("-jar") || argument.equals("-cp")) {
        return command;
      }
      if (!argument.contains(".terminal")) {
        command.add(argument);
      }
    }
    return new ArrayList<>();
  }
}
