/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.warm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The arguments of a run that a warm process may do, with absolute paths. They are looked at
 * without the library that parses command lines, which takes longer to start than the rest of the
 * client.
 *
 * @param project the project's folder
 */
record WarmArguments(Path project, List<String> arguments) {
  static final Set<String> FLAGS = Set.of("--full-refresh-all", "--development", "--debug");

  static final Set<String> VALUED =
      Set.of("--refresh", "--full-refresh", "--output", "--volumes", "--param", "--engine");

  /** Empty for any other command, and for options that need a process of their own. */
  static Optional<WarmArguments> of(String[] arguments) {
    if (arguments.length == 0 || !arguments[0].equals("run")) {
      return Optional.empty();
    }
    List<String> result = new ArrayList<>(List.of("run"));
    Path project = null;
    for (int i = 1; i < arguments.length; i++) {
      String argument = arguments[i];
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      if (FLAGS.contains(argument)) {
        result.add(argument);
      } else if (VALUED.contains(name) && (equals >= 0 || i + 1 < arguments.length)) {
        String value = equals >= 0 ? argument.substring(equals + 1) : arguments[++i];
        result.add(name);
        result.add(name.equals("--volumes") ? absolute(value).toString() : value);
      } else if (argument.startsWith("-") || project != null) {
        return Optional.empty();
      } else {
        project = absolute(argument);
      }
    }
    if (project == null) {
      project = absolute("");
    }
    result.add(project.toString());
    return Optional.of(new WarmArguments(project, result));
  }

  private static Path absolute(String path) {
    return Path.of(path).toAbsolutePath().normalize();
  }
}
