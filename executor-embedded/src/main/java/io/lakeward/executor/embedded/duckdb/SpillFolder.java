/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.duckdb;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where databases put rows that do not fit into memory. Each has a folder of its own in it, because
 * DuckDB numbers its files from one: two databases in one folder would read each other's rows.
 */
final class SpillFolder {
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static final Pattern OWN = Pattern.compile("duckdb-([0-9]+)-[0-9]+");

  /** Longer than a database is silent that belongs to a process of another container. */
  private static final Duration SILENCE = Duration.ofHours(1);

  private final Path folder;

  SpillFolder(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  /** The folder of a new database, which DuckDB makes when it needs it and deletes at its end. */
  Path ofNewDatabase() {
    long process = ProcessHandle.current().pid();
    return folder.resolve("duckdb-" + process + "-" + DATABASES.incrementAndGet());
  }

  /** Deletes what databases left behind whose processes were killed. What cannot be, stays. */
  void deleteLeftovers(Instant now) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "duckdb-*")) {
      for (Path each : found) {
        if (isLeftOver(each, now)) {
          delete(each);
        }
      }
    } catch (IOException e) {
      // Room is wasted, nothing else.
    }
  }

  private static boolean isLeftOver(Path folder, Instant now) throws IOException {
    Matcher name = OWN.matcher(folder.getFileName().toString());
    FileTime latest = FileTime.from(now.minus(SILENCE));
    return name.matches()
        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
        && Files.getLastModifiedTime(folder).compareTo(latest) < 0;
  }

  private static void delete(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(folder);
  }
}
