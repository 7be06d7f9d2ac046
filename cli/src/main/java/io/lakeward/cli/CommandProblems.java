/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli;

import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Everything that can be wrong with a command, in one place. */
final class CommandProblems {

  private CommandProblems() {}

  static Problem wrongArguments(String message, Optional<String> fix) {
    Problem problem = Problem.of(ProblemCode.COMMAND_INVALID, message);
    return fix.map(problem::withFix).orElse(problem);
  }

  static Problem nothingFailed() {
    return Problem.of(
            ProblemCode.COMMAND_INVALID, "No table failed or was skipped in the last update.")
        .withFix("Leave --refresh-failed out to bring all tables up to date.");
  }

  static Problem developmentAndProduction() {
    return Problem.of(
            ProblemCode.COMMAND_INVALID, "--development and --production exclude each other.")
        .withFix("Give one of them, or none: then `development` in pipeline.yml decides.");
  }

  static Problem unknownWord(String what, String word, List<String> known) {
    return Problem.of(ProblemCode.COMMAND_INVALID, "There is no " + what + " `" + word + "`.")
        .withFix(
            DidYouMean.closest(word, known)
                .map(near -> "Did you mean " + near + "?")
                .orElse("Write one of " + String.join(", ", known) + "."));
  }

  static Problem notAParameter(String text) {
    return Problem.of(
            ProblemCode.COMMAND_INVALID,
            "--param needs a name and a value, but was `" + text + "`.")
        .withFix("Write --param name=value; give the option once for each parameter.");
  }

  static Problem notADuration(String setting, String value) {
    return Problem.of(
            ProblemCode.SETTINGS_INVALID,
            "`" + setting + "` must be a length of time, but is `" + value + "`.")
        .withFix("Write a number and a unit, as in 90s, 30m or 2h.");
  }

  static Problem folderNotEmpty(Path folder) {
    return Problem.of(
            ProblemCode.COMMAND_INVALID,
            "`" + folder + "` exists and is not an empty folder. Nothing was written.")
        .withFix("Choose a name that is not taken yet.");
  }

  static Problem cannotWrite(Path folder, String reason) {
    return Problem.of(
            ProblemCode.IO_FAILED,
            "The project could not be written to `" + folder + "`: " + reason)
        .withFix("Check the folder's permissions and the space on its disk.");
  }

  static Problem outOfMemory() {
    return Problem.of(ProblemCode.OUT_OF_MEMORY, "The memory of the Java process ran out.")
        .withFix("Give it more, for instance LAKEWARD_JAVA_OPTIONS=-Xmx2g, or select fewer rows.");
  }

  static Problem internal(Throwable fault) {
    return Problem.of(
            ProblemCode.INTERNAL_ERROR,
            "This is a fault in Lakeward, not in your project: " + fault)
        .withFix("Run the command again with --debug and report what it prints.");
  }
}
