/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.engine.executor.UncommittedFiles;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.model.problem.FileProblems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of one write, known by their name. Closing it deletes them unless they are kept. */
final class FileSet implements UncommittedFiles, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileSet.class);

  private static final String FEED_FOLDER = "_change_data";

  private final Path folder;
  private final int depth;
  private final String prefix;
  private boolean kept;

  private FileSet(WriteTarget target, Path folder, String prefix) {
    this.folder = folder;
    this.depth = 1 + target.partitionColumns().size();
    this.prefix = prefix + UUID.randomUUID();
  }

  /** The data files of a table. */
  static FileSet ofRows(WriteTarget target) {
    return new FileSet(target, target.path(), "part-");
  }

  /** The files of a table's change data feed. */
  static FileSet ofChanges(WriteTarget target) {
    return new FileSet(target, target.path().resolve(FEED_FOLDER), "cdc-");
  }

  /** Where the files go; the folder is made. */
  Path folder() {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw FileProblems.failure("create the table's folder", folder, e);
    }
  }

  String prefix() {
    return prefix;
  }

  /** Deletes what no task that counts has written. */
  void deleteExcept(Set<String> paths) {
    delete(file -> !paths.contains(file.toString()));
  }

  @Override
  public void keep() {
    kept = true;
  }

  @Override
  public void giveUp() {
    kept = false;
  }

  @Override
  public void close() {
    if (!kept) {
      delete(file -> true);
    }
  }

  private void delete(Predicate<Path> which) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> found = Files.walk(folder, depth)) {
      found
          .filter(p -> p.getFileName().toString().startsWith(prefix))
          .filter(which)
          .forEach(FileSet::delete);
    } catch (IOException e) {
      LOG.warn("The files {}* of a failed write remain in {}", prefix, folder, e);
    }
  }

  /** Deletes a file that no table refers to. */
  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("The file {}, which no table refers to, could not be deleted", file, e);
    }
  }
}
