/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.apache.spark.sql.types.StructType;

/**
 * A Delta table read as a stream: its rows as they are at first, then the rows that later versions
 * append. A position is a version of a table with a certain id.
 */
final class TableInput implements StreamInput {
  private final TableName name;
  private final DeltaTable table;
  private final StructType schema;

  TableInput(TableName name, DeltaTable table, StructType schema) {
    this.name = name;
    this.table = table;
    this.schema = schema;
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
      return Optional.of(new SourceRange(Optional.empty(), end));
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
        : Optional.of(new SourceRange(position, end));
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
      return new Slice.TableFiles(table.snapshot(to).files(), schema);
    }
    List<DataFile> files = new ArrayList<>();
    for (TableCommit commit : table.changes(version(range.start().get()), to)) {
      if (commit.changesExistingRows()) {
        throw new ProjectException(
            Problem.of(
                    ProblemCode.SOURCE_TABLE_CHANGED,
                    "Version %d (%s) of the streamed table %s changed or deleted rows that were there before. A stream can only read appended rows."
                        .formatted(commit.version(), commit.operation(), name))
                .withFix(
                    "Start the reading table over with --full-refresh, or read the source in batch from a materialized view."));
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
