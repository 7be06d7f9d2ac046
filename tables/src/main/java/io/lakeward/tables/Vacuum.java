/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the data files that no reader can ask for any more: those that left the table, and those
 * that never got into it because their writer died, both longer ago than the table's retention.
 */
final class Vacuum {
  private static final String CHANGE_FEED = "_change_data";

  private final Path table;
  private final Set<Path> active = new HashSet<>();
  private final Map<Path, Instant> removed = new HashMap<>();
  private final Instant horizon;

  /**
   * @param horizon what was dead before is not kept
   */
  Vacuum(Path table, TableState state, Instant horizon) {
    this.table = table;
    this.horizon = horizon;
    for (AddedFile file : state.files().values()) {
      active.addAll(filesOf(file.action()));
    }
    for (ObjectNode remove : state.tombstones().values()) {
      Instant time = Instant.ofEpochMilli(remove.path("deletionTimestamp").asLong());
      // A file is removed and added again with every deletion of rows.
      filesOf(remove).forEach(file -> removed.merge(file, time, (a, b) -> a.isBefore(b) ? b : a));
    }
  }

  /** The data file of an action, and that of its deleted rows. */
  private List<Path> filesOf(ObjectNode fileAction) {
    DataFile file = LogActions.dataFile(table, fileAction);
    List<Path> files = new ArrayList<>();
    files.add(file.path());
    file.deletionVector().flatMap(DeletionVector::file).ifPresent(files::add);
    return files;
  }

  /** Deletes them. */
  void run() throws IOException {
    for (Path file : expired()) {
      Files.deleteIfExists(file);
    }
  }

  List<Path> expired() throws IOException {
    List<Path> expired = new ArrayList<>();
    Files.walkFileTree(
        table,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.equals(table) || holdsData(folder.getFileName().toString())
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (isExpired(file, attributes.lastModifiedTime().toInstant())) {
              expired.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return expired;
  }

  /** Folders of the log and of other programs are left alone; a partition column may be hidden. */
  private static boolean holdsData(String folder) {
    boolean isHidden = folder.startsWith("_") || folder.startsWith(".");
    return !isHidden || folder.equals(CHANGE_FEED) || folder.contains("=");
  }

  /** A file that the log does not name may be one of a writer that is at work now. */
  private boolean isExpired(Path file, Instant modified) {
    String name = file.getFileName().toString();
    return (name.endsWith(".parquet") || DeletionVectorFile.isNamedLikeOne(name))
        && !active.contains(file)
        && modified.isBefore(horizon)
        && removed.getOrDefault(file, modified).isBefore(horizon);
  }
}
