/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A table's metadata and protocol as a commit leaves them.
 *
 * @param metadataChanged the commit has to write the metadata
 * @param protocolChanged the commit has to write the protocol
 */
record TableMetadata(
    ObjectNode metadata,
    TableProtocol protocol,
    List<String> partitionColumns,
    boolean metadataChanged,
    boolean protocolChanged) {

  private static final String ROW_TRACKING = "delta.enableRowTracking";
  private static final String IN_COMMIT_TIMESTAMPS = "delta.enableInCommitTimestamps";

  static TableMetadata create(
      TableSchema schema,
      List<String> partitionColumns,
      Map<String, String> properties,
      Optional<String> description) {
    TableProtocol.checkProperties(properties);
    ObjectNode metadata = LogActions.object();
    metadata.put("id", UUID.randomUUID().toString());
    description.filter(d -> !d.isEmpty()).ifPresent(d -> metadata.put("description", d));
    ObjectNode format = metadata.putObject("format");
    format.put("provider", "parquet");
    format.putObject("options");
    metadata.put("schemaString", schema.json());
    putAll(metadata.putArray("partitionColumns"), partitionColumns);
    Map<String, String> stored = withRowTrackingColumns(properties);
    metadata.set("configuration", LogActions.objectOf(stored));
    metadata.put("createdTime", System.currentTimeMillis());
    TableProtocol protocol = TableProtocol.forNewTable(schema, stored);
    return new TableMetadata(metadata, protocol, partitionColumns, true, true);
  }

  static TableMetadata change(
      TableState before,
      WriteMode mode,
      TableSchema schema,
      List<String> partitionColumns,
      Map<String, String> setProperties,
      Set<String> unsetProperties,
      Optional<String> description) {
    Map<String, String> old = before.properties();
    Map<String, String> properties = new LinkedHashMap<>(old);
    properties.putAll(setProperties);
    properties.keySet().removeAll(unsetProperties);
    TableProtocol.checkProperties(setProperties);
    boolean tracksRowsNow = isTrue(properties, ROW_TRACKING) && !isTrue(old, ROW_TRACKING);
    if (tracksRowsNow && mode == WriteMode.APPEND && !before.files().isEmpty()) {
      // The rows that are there would need ids first.
      throw TableProblems.propertyUnsupported(ROW_TRACKING);
    }
    if (isTrue(properties, IN_COMMIT_TIMESTAMPS) && !isTrue(old, IN_COMMIT_TIMESTAMPS)) {
      properties.put(
          "delta.inCommitTimestampEnablementVersion", String.valueOf(before.version() + 1));
    }
    TableProtocol oldProtocol = TableProtocol.of(before.protocol());
    TableProtocol protocol = oldProtocol.upgradedFor(schema, properties);

    ObjectNode metadata = before.metadata().deepCopy();
    if (!schema.isSameAs(TableSchema.stored(before.schemaJson()))) {
      metadata.put("schemaString", schema.json());
    }
    putAll(metadata.putArray("partitionColumns"), partitionColumns);
    metadata.set("configuration", LogActions.objectOf(withRowTrackingColumns(properties)));
    description.ifPresent(
        d -> {
          if (d.isEmpty()) {
            metadata.remove("description");
          } else {
            metadata.put("description", d);
          }
        });
    return new TableMetadata(
        metadata,
        protocol,
        partitionColumns,
        !metadata.equals(before.metadata()),
        !protocol.equals(oldProtocol));
  }

  boolean tracksRows() {
    return protocol.supports("rowTracking");
  }

  boolean hasInCommitTimestamps() {
    return "true"
        .equalsIgnoreCase(metadata.path("configuration").path(IN_COMMIT_TIMESTAMPS).asText());
  }

  /** Names under which later rewrites keep row ids; Delta wants them fixed when tracking starts. */
  private static Map<String, String> withRowTrackingColumns(Map<String, String> properties) {
    Map<String, String> all = new LinkedHashMap<>(properties);
    if (isTrue(properties, ROW_TRACKING)) {
      all.putIfAbsent(
          "delta.rowTracking.materializedRowIdColumnName", "_row-id-col-" + UUID.randomUUID());
      all.putIfAbsent(
          "delta.rowTracking.materializedRowCommitVersionColumnName",
          "_row-commit-version-col-" + UUID.randomUUID());
    }
    return all;
  }

  private static boolean isTrue(Map<String, String> properties, String key) {
    return "true".equalsIgnoreCase(properties.get(key));
  }

  private static void putAll(ArrayNode array, List<String> values) {
    values.forEach(array::add);
  }
}
