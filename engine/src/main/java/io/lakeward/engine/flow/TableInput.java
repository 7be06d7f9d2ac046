/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.analysis.plan.TablePoint;
import io.lakeward.analysis.plan.TableReading;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.state.Json;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DataFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.TableCommit;
import io.lakeward.tables.TableSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.types.StructType;

/**
 * A Delta table read as a stream: its rows as they are at first, then the rows that later versions
 * append. A position is a version of a table with a certain id.
 */
final class TableInput implements StreamInput {
  private final TableName name;
  private final DeltaTable table;
  private final StructType schema;
  private final TableReading reading;
  private final TableLimits limits;
  private Backlog backlog = Backlog.NONE;

  TableInput(TableName name, DeltaTable table, StructType schema) {
    this(name, table, schema, TableReading.PRESENT);
  }

  TableInput(TableName name, DeltaTable table, StructType schema, TableReading reading) {
    this.name = name;
    this.table = table;
    this.schema = schema;
    this.reading = reading;
    this.limits = TableLimits.of(reading);
  }

  @Override
  public Optional<SourceRange> next(Optional<JsonNode> position) {
    Optional<TableSnapshot> newest = table.findSnapshot();
    if (newest.isEmpty()) {
      return Optional.empty();
    }
    TableSnapshot snapshot = newest.get();
    ReadableTables.check(name, snapshot);
    JsonNode end = position(snapshot.id(), snapshot.version());
    if (position.isEmpty()) {
      return first(snapshot, end);
    }
    String knownId = position.get().path("table_id").asText();
    if (!knownId.equals(snapshot.id())) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.SOURCE_TABLE_CHANGED,
                  "The streamed table "
                      + name
                      + " was dropped and made anew since the last update.")
              .withFix("Start the reading table over with --full-refresh."));
    }
    if (snapshot.version() < version(position.get())) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.SOURCE_TABLE_CHANGED,
                  "The streamed table %s is at version %d, but was read up to version %d before: it was put back to an older state."
                      .formatted(name, snapshot.version(), version(position.get())))
              .withFix("Start the reading table over with --full-refresh."));
    }
    return position.get().equals(end)
        ? Optional.empty()
        : Optional.of(new SourceRange(position, limited(position.get(), snapshot)));
  }

  /** Where a stream begins: with all rows of now, or with those that a version brought. */
  private Optional<SourceRange> first(TableSnapshot snapshot, JsonNode end) {
    OptionalLong start = startingVersion(snapshot.version());
    if (start.isEmpty()) {
      return Optional.of(new SourceRange(Optional.empty(), end));
    }
    if (start.getAsLong() > snapshot.version()) {
      // Nothing yet; what the versions from here on bring is all that will be read.
      return Optional.of(SourceRange.none(end));
    }
    JsonNode before = position(snapshot.id(), start.getAsLong() - 1);
    return Optional.of(new SourceRange(Optional.of(before), limited(before, snapshot)));
  }

  private OptionalLong startingVersion(long newest) {
    Optional<String> version = reading.option("startingVersion");
    if (version.isPresent()) {
      return OptionalLong.of(
          version.get().equalsIgnoreCase("latest") ? newest + 1 : Long.parseLong(version.get()));
    }
    return reading
        .at()
        .map(point -> OptionalLong.of(TablePoints.firstSince(table, (TablePoint.Time) point)))
        .orElse(OptionalLong.empty());
  }

  /**
   * The newest version, or an earlier one if the stream takes no more than so many files at once.
   */
  private JsonNode limited(JsonNode start, TableSnapshot newest) {
    if (limits.isUnlimited()) {
      return position(newest.id(), newest.version());
    }
    long taken = version(start);
    int files = 0;
    long bytes = 0;
    boolean isFull = false;
    Backlog left = Backlog.NONE;
    for (TableCommit commit : table.changes(taken, newest.version())) {
      List<DataFile> added = commit.appendedFiles();
      long size = added.stream().mapToLong(DataFile::size).sum();
      isFull |= files > 0 && !limits.allow(files, bytes);
      if (isFull) {
        left =
            left.plus(
                new Backlog(added.size(), size, rows(added), commit.timestamp().toEpochMilli(), 0));
      } else {
        files += added.size();
        bytes += size;
        taken = commit.version();
      }
    }
    backlog = left;
    return position(newest.id(), taken);
  }

  /** Empty if the writer of a file did not tell. */
  private static OptionalLong rows(List<DataFile> files) {
    return files.stream().allMatch(file -> file.numRecords().isPresent())
        ? OptionalLong.of(files.stream().mapToLong(file -> file.numRecords().orElse(0L)).sum())
        : OptionalLong.empty();
  }

  @Override
  public Backlog backlog() {
    return backlog;
  }

  /** Versions of a table do not change. */
  @Override
  public boolean isUnchanged(SourceRange range) {
    return true;
  }

  @Override
  public Slice slice(SourceRange range) {
    long to = version(range.end());
    if (range.start().isEmpty()) {
      TableSnapshot all = table.snapshot(to);
      List<DataFile> files =
          reading.readsChanges() ? new ChangeFeed(name, table).inserted(all) : all.files();
      return new Slice.TableFiles(files, schema);
    }
    if (reading.readsChanges()) {
      return new Slice.TableFiles(
          new ChangeFeed(name, table).between(version(range.start().get()), to), schema);
    }
    List<DataFile> files = new ArrayList<>();
    for (TableCommit commit : table.changes(version(range.start().get()), to)) {
      if (commit.changesExistingRows() && reading.isSet("skipChangeCommits")) {
        continue;
      }
      boolean isAllowed =
          reading.isSet("ignoreChanges")
              || (reading.isSet("ignoreDeletes") && commit.appendedFiles().isEmpty());
      if (commit.changesExistingRows() && !isAllowed) {
        throw new ProjectException(
            Problem.of(
                    ProblemCode.SOURCE_TABLE_CHANGED,
                    "Version %d (%s) of the streamed table %s changed or deleted rows that were there before. A stream can only read appended rows."
                        .formatted(commit.version(), commit.operation(), name))
                .withFix(
                    "Read it with STREAM %s WITH (skipChangeCommits) to pass over such commits, start the reading table over with --full-refresh, or read the source in batch from a materialized view."
                        .formatted(name.table())));
      }
      files.addAll(commit.appendedFiles());
    }
    return new Slice.TableFiles(files, schema);
  }

  @Override
  public Slice nothing() {
    return new Slice.TableFiles(List.of(), schema);
  }

  private static JsonNode position(String tableId, long version) {
    ObjectNode position = Json.object();
    position.put("table_id", tableId);
    position.set("version", Json.number(version));
    return position;
  }

  private static long version(JsonNode position) {
    return position.path("version").asLong();
  }
}
