/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.problem;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What a failed file operation means for the user. */
public final class FileProblems {
  private FileProblems() {}

  /**
   * @param doing reads like "write to the table in"
   */
  public static Problem failed(String doing, Path where, IOException cause) {
    if (isDiskFull(cause)) {
      return Problem.of(
              ProblemCode.DISK_FULL, "The disk is full; could not " + doing + " `" + where + "`.")
          .withFix("Make room and run again; nothing that was committed is lost.");
    }
    return Problem.of(
            ProblemCode.IO_FAILED,
            "Could not " + doing + " `" + where + "`: " + reason(cause) + ".")
        .withFix(
            cause instanceof AccessDeniedException
                ? "Let the user who runs the command read and write there."
                : "Check that it exists and can be read and written.");
  }

  public static ProjectException failure(String doing, Path where, IOException cause) {
    return new ProjectException(failed(doing, where, cause), cause);
  }

  /** In words: the message of a file exception is often no more than a path. */
  public static String reason(IOException cause) {
    if (cause instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (cause instanceof NoSuchFileException) {
      return "it does not exist";
    }
    String text = cause instanceof FileSystemException file ? file.getReason() : cause.getMessage();
    return Optional.ofNullable(text).orElse(cause.getClass().getSimpleName());
  }

  public static boolean isDiskFull(IOException cause) {
    String text = reason(cause);
    return Stream.of("No space left", "not enough space", "Disk quota exceeded")
        .anyMatch(text::contains);
  }
}
