/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.log;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The log file. Lines are kept in memory until a folder is known, because commands that write
 * nothing must not create one; the file appears with its first line.
 */
public final class FileLog {

  private static final int MOST_KEPT = 64 * 1024;
  private static final long LARGEST_FILE = 8L * 1024 * 1024;

  // One log per process: SLF4J finds it through a static door.
  private static final StringBuilder WAITING = new StringBuilder();
  private static final AtomicReference<Optional<Path>> FILE =
      new AtomicReference<>(Optional.empty());

  private FileLog() {}

  /** From now on lines go to {@code lakeward.log} in this folder. */
  public static synchronized void writeTo(Path folder) {
    FILE.set(Optional.of(folder.resolve("lakeward.log")));
    if (WAITING.length() > 0) {
      String lines = WAITING.toString();
      WAITING.setLength(0);
      append(lines);
    }
  }

  private static Optional<Path> file() {
    return Objects.requireNonNull(FILE.get());
  }

  static synchronized void log(
      String level, String logger, String message, @Nullable Throwable fault) {
    StringBuilder line = new StringBuilder();
    line.append(Instant.now()).append(' ').append(level).append(' ');
    line.append(Thread.currentThread().getName()).append(' ').append(logger).append(": ");
    line.append(message).append('\n');
    if (fault != null) {
      StringWriter trace = new StringWriter();
      fault.printStackTrace(new PrintWriter(trace));
      line.append(trace);
    }
    if (file().isPresent()) {
      append(line.toString());
    } else if (WAITING.length() < MOST_KEPT) {
      WAITING.append(line);
    }
  }

  /** A log that cannot be written is no reason to fail. */
  private static void append(String lines) {
    try {
      Path target = file().orElseThrow();
      Path parent = target.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      if (Files.exists(target) && Files.size(target) > LARGEST_FILE) {
        Files.delete(target);
      }
      Files.writeString(
          target,
          lines,
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      FILE.set(Optional.empty());
    }
  }
}
