/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.state;

import io.lakeward.model.problem.FileProblems;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Lets one update of a pipeline run at a time. The operating system releases the lock when the
 * process ends, however it ends.
 */
public final class PipelineLock implements AutoCloseable {
  private final FileChannel channel;

  private PipelineLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * @throws ProjectException with {@code UPDATE_ALREADY_RUNNING} if another process holds it
   */
  public static PipelineLock acquire(Path file, Instant now) {
    try {
      Files.createDirectories(file.getParent());
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      FileLock lock = tryLock(channel);
      if (lock == null) {
        String holder = Files.readString(file, StandardCharsets.UTF_8).strip();
        channel.close();
        throw new ProjectException(
            Problem.of(
                    ProblemCode.UPDATE_ALREADY_RUNNING,
                    "Another update of this pipeline is running"
                        + (holder.isEmpty() ? "." : " (" + holder + ")."))
                .withFix("Wait until it has ended, or stop it, then run again."));
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              ("process " + ProcessHandle.current().pid() + ", started " + now + "\n")
                  .getBytes(StandardCharsets.UTF_8)),
          0);
      return new PipelineLock(channel);
    } catch (IOException e) {
      throw FileProblems.failure("lock", file, e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
