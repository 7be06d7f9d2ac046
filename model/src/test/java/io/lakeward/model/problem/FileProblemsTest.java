/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FileProblemsTest {
  private static final Path WHERE = Path.of("data", "in");

  @Test
  void aMessageThatIsNoMoreThanAPathBecomesWords() {
    assertThat(told(new AccessDeniedException("data/in")))
        .isEqualTo("IO_FAILED Could not read `data/in`: permission denied.");
    assertThat(told(new NoSuchFileException("data/in")))
        .isEqualTo("IO_FAILED Could not read `data/in`: it does not exist.");
    assertThat(told(new FileSystemException("data/in", null, "Too many levels of symbolic links")))
        .isEqualTo("IO_FAILED Could not read `data/in`: Too many levels of symbolic links.");
    assertThat(told(new IOException()))
        .isEqualTo("IO_FAILED Could not read `data/in`: IOException.");
  }

  @Test
  void aFullDiskIsToldApart() {
    assertThat(told(new FileSystemException("data/in", null, "No space left on device")))
        .isEqualTo("DISK_FULL The disk is full; could not read `data/in`.");
    assertThat(told(new IOException("Disk quota exceeded"))).startsWith("DISK_FULL");
  }

  private static String told(IOException cause) {
    Problem problem = FileProblems.failed("read", WHERE, cause);
    assertThat(problem.fix()).isPresent();
    return problem.code() + " " + problem.message();
  }
}
