/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.model.problem.FileProblems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** A Delta table in a folder. It need not exist yet: the first transaction creates it. */
public final class DeltaTable {
  private final Path path;
  private final DeltaLog log;

  private DeltaTable(Path path) {
    this.path = path;
    this.log = new DeltaLog(path);
  }

  public static DeltaTable at(Path folder) {
    return new DeltaTable(folder.toAbsolutePath().normalize());
  }

  /** The table's folder, absolute. */
  public Path path() {
    return path;
  }

  public boolean exists() {
    return log.findNewest().isPresent();
  }

  /** The table as it is now. */
  public TableSnapshot snapshot() {
    return findSnapshot().orElseThrow(() -> TableProblems.tableNotFound(path));
  }

  public Optional<TableSnapshot> findSnapshot() {
    return log.findNewest().map(state -> new TableSnapshot(path, state));
  }

  public TableSnapshot snapshot(long version) {
    return new TableSnapshot(path, log.load(version));
  }

  public OptionalLong latestVersion() {
    Optional<TableState> state = log.findNewest();
    return state.isPresent() ? OptionalLong.of(state.get().version()) : OptionalLong.empty();
  }

  /** How long files that left the table are kept for readers of older versions. */
  public Duration retention() {
    return LogMaintenance.tombstoneRetention(snapshot().properties());
  }

  /** The files that no version younger than the retention has. */
  public List<Path> deadFiles(Duration retention) {
    TableState state = log.findNewest().orElseThrow(() -> TableProblems.tableNotFound(path));
    try {
      return new Vacuum(path, state, Instant.now().minus(retention)).expired();
    } catch (IOException e) {
      throw FileProblems.failure("list", path, e);
    }
  }

  /** Deletes them for good; older versions that had them cannot be read any more. */
  public void deleteDeadFiles(Duration retention) {
    for (Path file : deadFiles(retention)) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw FileProblems.failure("delete", file, e);
      }
    }
  }

  /** The version that an application last committed; empty also if the table does not exist. */
  public OptionalLong transactionVersion(String appId) {
    Optional<TableSnapshot> snapshot = findSnapshot();
    return snapshot.isPresent() ? snapshot.get().transactionVersion(appId) : OptionalLong.empty();
  }

  /**
   * The newest version that was there at a time; empty if the table is younger, or the versions of
   * then are cleaned up.
   */
  public OptionalLong versionAt(Instant time) {
    for (long version : log.versions().descendingSet()) {
      Instant committed = timestamp(version, commitInfo(log.readCommit(version)));
      if (!committed.isAfter(time)) {
        return OptionalLong.of(version);
      }
    }
    return OptionalLong.empty();
  }

  /** The oldest version that can still be read. */
  public OptionalLong earliestVersion() {
    NavigableSet<Long> versions = log.versions();
    return versions.isEmpty() ? OptionalLong.empty() : OptionalLong.of(versions.first());
  }

  /** What was committed in a range of versions. Reads these commits and no others. */
  public List<TableCommit> changes(long fromVersionExclusive, long toVersionInclusive) {
    List<TableCommit> commits = new ArrayList<>();
    for (long version = fromVersionExclusive + 1; version <= toVersionInclusive; version++) {
      if (!Files.exists(log.commitFile(version))) {
        throw noSuchCommit(version);
      }
      commits.add(commit(version, log.readCommit(version)));
    }
    return List.copyOf(commits);
  }

  private RuntimeException noSuchCommit(long version) {
    NavigableSet<Long> versions = log.versions();
    if (versions.isEmpty()) {
      return TableProblems.tableNotFound(path);
    }
    if (version < versions.first()) {
      return TableProblems.versionsCleanedUp(path, version, versions.first());
    }
    return version > versions.last()
        ? TableProblems.versionNotFound(path, version, versions.last())
        : TableProblems.versionMissing(path, version);
  }

  /** The latest commits, newest first. */
  public List<HistoryEntry> history(int limit) {
    List<HistoryEntry> entries = new ArrayList<>();
    for (long version : log.versions().descendingSet()) {
      if (entries.size() == limit) {
        break;
      }
      JsonNode info = commitInfo(log.readCommit(version));
      entries.add(
          new HistoryEntry(
              version,
              timestamp(version, info),
              info.path("operation").asText("UNKNOWN"),
              LogActions.strings(info.path("operationParameters")),
              LogActions.strings(info.path("operationMetrics")),
              Optional.ofNullable(info.path("engineInfo").textValue())));
    }
    return List.copyOf(entries);
  }

  /**
   * A fresh name for a data file of this table. A file that no commit names stays invisible, so a
   * writer may stop at any point.
   */
  public Path newDataFilePath() {
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw FileProblems.failure("create the folder", path, e);
    }
    return path.resolve("part-" + UUID.randomUUID() + ".parquet");
  }

  /**
   * Starts a commit.
   *
   * @param operation the name in the table's history; Delta's own are {@code WRITE}, {@code
   *     STREAMING UPDATE}, {@code CREATE TABLE}
   */
  public TableTransaction newTransaction(WriteMode mode, String operation) {
    return new TableTransaction(path, log, mode, operation);
  }

  private TableCommit commit(long version, List<ObjectNode> actions) {
    List<FileChange> added = new ArrayList<>();
    List<FileChange> removed = new ArrayList<>();
    List<DataFile> changes = new ArrayList<>();
    Optional<String> schemaJson = Optional.empty();
    boolean protocolChanged = false;
    for (ObjectNode action : actions) {
      if (action.get("add") instanceof ObjectNode add) {
        added.add(fileChange(add));
      } else if (action.get("remove") instanceof ObjectNode remove) {
        removed.add(fileChange(remove));
      } else if (action.get("cdc") instanceof ObjectNode change) {
        changes.add(LogActions.dataFile(path, change));
      } else if (action.get("metaData") instanceof ObjectNode metadata) {
        schemaJson = Optional.of(metadata.path("schemaString").asText());
      }
      protocolChanged |= action.has("protocol");
    }
    JsonNode info = commitInfo(actions);
    return new TableCommit(
        version,
        timestamp(version, info),
        info.path("operation").asText("UNKNOWN"),
        added,
        removed,
        schemaJson.isPresent(),
        protocolChanged,
        schemaJson,
        changes);
  }

  private FileChange fileChange(ObjectNode action) {
    return new FileChange(
        LogActions.dataFile(path, action), action.path("dataChange").asBoolean(true));
  }

  private static JsonNode commitInfo(List<ObjectNode> actions) {
    return actions.stream()
        .filter(a -> a.has("commitInfo"))
        .findFirst()
        .map(a -> a.path("commitInfo"))
        .orElseGet(LogActions::object);
  }

  private Instant timestamp(long version, JsonNode info) {
    JsonNode written =
        info.has("inCommitTimestamp") ? info.path("inCommitTimestamp") : info.path("timestamp");
    if (written.isNumber()) {
      return Instant.ofEpochMilli(written.asLong());
    }
    try {
      return Instant.ofEpochMilli(log.stamp(version).modificationTime());
    } catch (IOException e) {
      throw FileProblems.failure("read the log of", path, e);
    }
  }
}
