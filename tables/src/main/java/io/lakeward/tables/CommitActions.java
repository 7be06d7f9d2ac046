/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import org.roaringbitmap.RoaringBitmap;

/**
 * Puts the actions of one commit together, in the form and order that Delta's protocol asks for.
 */
final class CommitActions {
  private static final String ROW_TRACKING_DOMAIN = "delta.rowTracking";
  private static final String ENGINE = "Lakeward/" + ownVersion();

  private final Path table;
  private final TableMetadata metadata;
  private final Optional<TableState> before;
  private final long version;
  private final long now;
  private final boolean changesRows;
  private final DeletionVectorFile deletionVectors;
  private final List<ObjectNode> fileActions = new ArrayList<>();
  private final List<ObjectNode> transactions = new ArrayList<>();
  private long numFiles;
  private long numRows;
  private long numBytes;
  private long numRemovedFiles;
  private long numDeletionVectors;
  private long highestRowId;

  CommitActions(
      Path table,
      TableMetadata metadata,
      Optional<TableState> before,
      long version,
      long now,
      boolean changesRows) {
    this.table = table;
    this.metadata = metadata;
    this.before = before;
    this.version = version;
    this.now = now;
    this.changesRows = changesRows;
    this.deletionVectors = new DeletionVectorFile(table);
    this.highestRowId = before.map(CommitActions::highestRowId).orElse(-1L);
  }

  private static String ownVersion() {
    Properties build = new Properties();
    try (InputStream in = CommitActions.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return build.getProperty("version", "unknown");
  }

  void add(NewDataFile file) throws IOException {
    Path path = file.path().toAbsolutePath().normalize();
    if (!path.startsWith(table)) {
      throw TableProblems.fileOutsideTable(path, table);
    }
    List<String> partitionColumns = metadata.partitionColumns();
    if (!file.partitionValues().keySet().equals(new HashSet<>(partitionColumns))) {
      throw TableProblems.partitionValuesWrong(path, partitionColumns);
    }
    // A commit must not outlive the rows that it names.
    DurableFiles.force(path);
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    ObjectNode add = LogActions.object();
    add.put("path", relativeUri(path));
    add.set("partitionValues", LogActions.objectOf(file.partitionValues()));
    add.put("size", attributes.size());
    add.put("modificationTime", attributes.lastModifiedTime().toMillis());
    add.put("dataChange", changesRows);
    add.put("stats", StatisticsJson.write(file));
    if (metadata.tracksRows()) {
      add.put("baseRowId", highestRowId + 1);
      add.put("defaultRowCommitVersion", version);
      highestRowId += file.numRecords();
    }
    fileActions.add(LogActions.action("add", add));
    numFiles++;
    numRows += file.numRecords();
    numBytes += attributes.size();
  }

  /** Adds a file of the change data feed. */
  void addChanges(NewDataFile file) throws IOException {
    Path path = file.path().toAbsolutePath().normalize();
    if (!path.startsWith(table)) {
      throw TableProblems.fileOutsideTable(path, table);
    }
    DurableFiles.force(path);
    ObjectNode change = LogActions.object();
    change.put("path", relativeUri(path));
    change.set("partitionValues", LogActions.objectOf(file.partitionValues()));
    change.put("size", Files.size(path));
    change.put("dataChange", false);
    fileActions.add(LogActions.action("cdc", change));
  }

  /** Removes one file that was active before this commit. */
  void remove(DataFile file) {
    remove(active(file));
  }

  /** Deletes some rows of a file that was active before this commit and stays. */
  void deleteRows(DataFile file, RoaringBitmap rows) throws IOException {
    ObjectNode active = active(file);
    RoaringBitmap all = rows.clone();
    DeletionVector.of(table, active).map(DeletionVector::bitmap).ifPresent(all::or);
    remove(active);
    numRemovedFiles--;
    ObjectNode add = active.deepCopy();
    add.set("deletionVector", DeletionVector.of(table, all, deletionVectors).toJson());
    add.put("dataChange", true);
    add.put("stats", StatisticsJson.withDeletedRows(active.path("stats").asText()));
    fileActions.add(LogActions.action("add", add));
    numDeletionVectors++;
  }

  /** What has to be there before the commit is. */
  DeletionVectorFile deletionVectors() {
    return deletionVectors;
  }

  private ObjectNode active(DataFile file) {
    Map<String, AddedFile> active = before.map(TableState::files).orElse(Map.of());
    AddedFile added = active.get(LogActions.fileKey(relativeUri(file.path()), file));
    if (added == null) {
      added =
          active.values().stream()
              .filter(other -> LogActions.dataFile(table, other.action()).equals(file))
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException(file.path() + " is not active"));
    }
    return added.action();
  }

  /** Removes every file that was active before this commit. */
  void removeAll() {
    before.map(TableState::files).orElse(Map.of()).values().forEach(f -> remove(f.action()));
  }

  private void remove(ObjectNode add) {
    ObjectNode remove = LogActions.object();
    remove.put("path", add.path("path").asText());
    remove.put("deletionTimestamp", now);
    remove.put("dataChange", changesRows);
    remove.put("extendedFileMetadata", true);
    for (String kept :
        List.of(
            "partitionValues",
            "size",
            "tags",
            "deletionVector",
            "baseRowId",
            "defaultRowCommitVersion",
            "stats")) {
      if (add.hasNonNull(kept)) {
        remove.set(kept, add.get(kept));
      }
    }
    fileActions.add(LogActions.action("remove", remove));
    numRemovedFiles++;
  }

  void transaction(String appId, long transactionVersion) {
    ObjectNode transaction = LogActions.object();
    transaction.put("appId", appId);
    transaction.put("version", transactionVersion);
    transaction.put("lastUpdated", now);
    transactions.add(LogActions.action("txn", transaction));
  }

  ObjectNode startCommitInfo() {
    ObjectNode info = LogActions.object();
    if (metadata.hasInCommitTimestamps()) {
      // Has to be the first field's neighbour in the first line, and grow with every version.
      long last = before.map(TableState::timestamp).orElse(-1L);
      long timestamp = Math.max(now, last + 1);
      info.put("inCommitTimestamp", timestamp);
      noteEnablement(timestamp);
    }
    info.put("timestamp", now);
    if (before.isPresent()) {
      info.put("readVersion", version - 1);
    }
    info.put("engineInfo", ENGINE);
    info.put("txnId", UUID.randomUUID().toString());
    return info;
  }

  private void noteEnablement(long timestamp) {
    if (metadata.metadata().path("configuration") instanceof ObjectNode configuration
        && configuration.has("delta.inCommitTimestampEnablementVersion")
        && !configuration.has("delta.inCommitTimestampEnablementTimestamp")) {
      configuration.put("delta.inCommitTimestampEnablementTimestamp", String.valueOf(timestamp));
    }
  }

  Map<String, String> metrics() {
    Map<String, String> metrics = new LinkedHashMap<>();
    metrics.put("numFiles", String.valueOf(numFiles));
    metrics.put("numOutputRows", String.valueOf(numRows));
    metrics.put("numOutputBytes", String.valueOf(numBytes));
    if (numRemovedFiles > 0) {
      metrics.put("numRemovedFiles", String.valueOf(numRemovedFiles));
    }
    if (numDeletionVectors > 0) {
      metrics.put("numDeletionVectorsAdded", String.valueOf(numDeletionVectors));
    }
    return metrics;
  }

  List<ObjectNode> all(ObjectNode commitInfo) {
    List<ObjectNode> actions = new ArrayList<>();
    actions.add(LogActions.action("commitInfo", commitInfo));
    if (metadata.protocolChanged()) {
      actions.add(LogActions.action("protocol", metadata.protocol().toJson()));
    }
    if (metadata.metadataChanged()) {
      actions.add(LogActions.action("metaData", metadata.metadata()));
    }
    actions.addAll(transactions);
    if (metadata.tracksRows() && numRows > 0) {
      ObjectNode domain = LogActions.object();
      domain.put("domain", ROW_TRACKING_DOMAIN);
      domain.put("configuration", "{\"rowIdHighWaterMark\":" + highestRowId + "}");
      domain.put("removed", false);
      actions.add(LogActions.action("domainMetadata", domain));
    }
    actions.addAll(fileActions);
    return actions;
  }

  private static long highestRowId(TableState state) {
    ObjectNode domain = state.domains().get(ROW_TRACKING_DOMAIN);
    if (domain == null) {
      return -1;
    }
    try {
      return JsonTrees.parse(domain.path("configuration").asText())
          .path("rowIdHighWaterMark")
          .asLong(-1);
    } catch (IOException e) {
      throw new IllegalStateException("row tracking of a table has no JSON configuration", e);
    }
  }

  private String relativeUri(Path file) {
    StringBuilder relative = new StringBuilder();
    for (Path part : table.relativize(file)) {
      relative.append(relative.length() == 0 ? "" : "/").append(part);
    }
    try {
      // The slash keeps a colon in the first name from reading like a scheme.
      return new URI(null, null, "/" + relative, null).toASCIIString().substring(1);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a path is always a URI path", e);
    }
  }
}
