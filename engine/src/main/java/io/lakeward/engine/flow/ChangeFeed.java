/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.analysis.plan.TableReading;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.FileChange;
import io.lakeward.tables.PropertyNames;
import io.lakeward.tables.TableCommit;
import io.lakeward.tables.TableSnapshot;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows that came and went with commits. Where a commit has no files of changes, the files that
 * it added and removed tell the same. What all rows of a file have in common, the kind of change,
 * the version and its time, is handed on as if the table were partitioned by it.
 */
final class ChangeFeed {
  private static final String INSERT = "insert";
  private static final String DELETE = "delete";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final TableName name;
  private final DeltaTable table;

  ChangeFeed(TableName name, DeltaTable table) {
    this.name = name;
    this.table = table;
  }

  /** All rows of a state, as inserted by its version. */
  List<DataFile> inserted(TableSnapshot snapshot) {
    return snapshot.files().stream()
        .map(file -> marked(file, INSERT, snapshot.version(), snapshot.timestamp()))
        .toList();
  }

  /** The changes of the versions after one and up to another. */
  List<DataFile> between(long fromExclusive, long to) {
    List<DataFile> files = new ArrayList<>();
    for (TableCommit commit : table.changes(fromExclusive, to)) {
      files.addAll(of(commit));
    }
    return files;
  }

  private List<DataFile> of(TableCommit commit) {
    long version = commit.version();
    List<DataFile> files = new ArrayList<>();
    if (!commit.changeFiles().isEmpty()) {
      commit
          .changeFiles()
          .forEach(file -> files.add(marked(file, null, version, commit.timestamp())));
      return files;
    }
    List<FileChange> added = commit.added().stream().filter(FileChange::dataChange).toList();
    List<FileChange> removed = commit.removed().stream().filter(FileChange::dataChange).toList();
    if (!added.isEmpty() && !removed.isEmpty()) {
      if (!keepsChanges(version)) {
        throw notRecorded(
            commit,
            "changed rows, and which ones was not recorded.",
            "Set TBLPROPERTIES (delta.enableChangeDataFeed = true) on the table, and ask for versions after that.");
      }
      if (added.stream().anyMatch(f -> f.file().hasDeletionVector())) {
        throw notRecorded(
            commit,
            "was written by another program, which recorded its changes as deletion vectors only.",
            "Ask for versions after that; with delta.enableDeletionVectors = false on the table, other programs record rows.");
      }
    }
    added.forEach(f -> files.add(marked(f.file(), INSERT, version, commit.timestamp())));
    removed.forEach(f -> files.add(marked(f.file(), DELETE, version, commit.timestamp())));
    return files;
  }

  private ProjectException notRecorded(TableCommit commit, String what, String fix) {
    return new ProjectException(
        Problem.of(
                ProblemCode.CHANGE_DATA_MISSING,
                "Version %d (%s) of %s %s"
                    .formatted(commit.version(), commit.operation(), name.quoted(), what))
            .withFix(fix));
  }

  private boolean keepsChanges(long version) {
    return "true"
        .equalsIgnoreCase(table.snapshot(version).properties().get(PropertyNames.CHANGE_DATA_FEED));
  }

  private static DataFile marked(DataFile file, @Nullable String kind, long version, Instant time) {
    Map<String, @Nullable String> values = new LinkedHashMap<>(file.partitionValues());
    if (kind != null) {
      values.put(TableReading.CHANGE_TYPE, kind);
    }
    values.put(TableReading.COMMIT_VERSION, String.valueOf(version));
    values.put(TableReading.COMMIT_TIMESTAMP, TIME.format(time) + "+00");
    return file.withPartitionValues(values);
  }
}
