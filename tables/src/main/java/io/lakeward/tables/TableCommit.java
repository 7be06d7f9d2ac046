/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What one commit did to a table.
 *
 * @param operation the writer's name for it, such as {@code STREAMING UPDATE}
 * @param schemaJson the table's new schema, if the commit changed the metadata
 * @param changeFiles what changed, row by row, where the writer wrote that down
 */
public record TableCommit(
    long version,
    Instant timestamp,
    String operation,
    List<FileChange> added,
    List<FileChange> removed,
    boolean metadataChanged,
    boolean protocolChanged,
    Optional<String> schemaJson,
    List<DataFile> changeFiles) {
  /** A commit without files of changes. */
  public TableCommit(
      long version,
      Instant timestamp,
      String operation,
      List<FileChange> added,
      List<FileChange> removed,
      boolean metadataChanged,
      boolean protocolChanged,
      Optional<String> schemaJson) {
    this(
        version,
        timestamp,
        operation,
        added,
        removed,
        metadataChanged,
        protocolChanged,
        schemaJson,
        List.of());
  }

  public TableCommit {
    changeFiles = List.copyOf(changeFiles);
    added = List.copyOf(added);
    removed = List.copyOf(removed);
  }

  /** The files with new rows. */
  public List<DataFile> appendedFiles() {
    return added.stream().filter(FileChange::dataChange).map(FileChange::file).toList();
  }

  /** True if rows that were there before were changed or deleted, so that a stream cannot go on. */
  public boolean changesExistingRows() {
    return removed.stream().anyMatch(FileChange::dataChange);
  }
}
