/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** A table at one version. It never changes, whatever is committed later. */
public final class TableSnapshot {
  private final Path table;
  private final TableState state;

  TableSnapshot(Path table, TableState state) {
    this.table = table;
    this.state = state;
  }

  public long version() {
    return state.version();
  }

  public Instant timestamp() {
    return Instant.ofEpochMilli(state.timestamp());
  }

  /** Delta's id of the table; it stays as long as the table lives, also when it is overwritten. */
  public String id() {
    return state.metadata().path("id").asText();
  }

  /** The schema as Spark's {@code StructType.json()} writes it. */
  public String schemaJson() {
    return state.schemaJson();
  }

  public List<String> partitionColumns() {
    return List.copyOf(LogActions.list(state.metadata().path("partitionColumns")));
  }

  public Map<String, String> properties() {
    return Map.copyOf(state.properties());
  }

  public Optional<String> description() {
    JsonNode description = state.metadata().path("description");
    return description.isTextual() ? Optional.of(description.textValue()) : Optional.empty();
  }

  /** The active files. */
  public List<DataFile> files() {
    return state.files().values().stream()
        .map(f -> LogActions.dataFile(table, f.action()))
        .toList();
  }

  /**
   * Between which values the rows of some of the active files lie.
   *
   * @param columns names at the top level
   */
  public ValueRanges ranges(Collection<DataFile> files, List<String> columns) {
    Set<Path> wanted = files.stream().map(DataFile::path).collect(Collectors.toSet());
    List<ObjectNode> found =
        state.files().values().stream()
            .map(AddedFile::action)
            .filter(add -> wanted.contains(LogActions.dataFile(table, add).path()))
            .toList();
    return ValueRanges.of(found, found.size() == files.size() ? columns : List.of());
  }

  /** The active files that may have rows in some ranges. */
  public List<DataFile> filesIn(ValueRanges ranges) {
    return state.files().values().stream()
        .map(AddedFile::action)
        .filter(ranges::mayReach)
        .map(add -> LogActions.dataFile(table, add))
        .toList();
  }

  /** The version that an application last committed with its data. */
  public OptionalLong transactionVersion(String appId) {
    long version = state.transactionVersion(appId);
    return version < 0 ? OptionalLong.empty() : OptionalLong.of(version);
  }

  /**
   * Delta features on which reading {@link #files()} as plain Parquet, with partition values added
   * and without the rows of their deletion vectors, would give wrong rows. Empty for every table
   * that Lakeward wrote alone.
   */
  public List<String> unsupportedFeatures() {
    return TableProtocol.unsupportedForPlainReading(state);
  }
}
