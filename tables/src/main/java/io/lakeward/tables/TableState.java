/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that the log says about a table at one version, as actions. Maps and nodes are shared between
 * versions and must not be changed.
 *
 * @param timestamp milliseconds since the epoch
 * @param transactions {@code txn} actions by application
 * @param domains {@code domainMetadata} actions by domain
 * @param files {@code add} actions by {@link LogActions#fileKey}
 * @param tombstones {@code remove} actions, which vacuuming needs
 * @param stamp tells whether the commit file on disk is still the one that was read
 */
record TableState(
    long version,
    long timestamp,
    ObjectNode protocol,
    ObjectNode metadata,
    Map<String, ObjectNode> transactions,
    Map<String, ObjectNode> domains,
    Map<String, AddedFile> files,
    Map<String, ObjectNode> tombstones,
    Stamp stamp) {

  /** Identity of a file on disk: a table that was deleted and made anew has another one. */
  record Stamp(@Nullable Object fileKey, long size, long modificationTime) {
    static Stamp of(BasicFileAttributes attributes) {
      return new Stamp(
          attributes.fileKey(), attributes.size(), attributes.lastModifiedTime().toMillis());
    }
  }

  Map<String, String> properties() {
    return LogActions.strings(metadata.path("configuration"));
  }

  String schemaJson() {
    return metadata.path("schemaString").asText();
  }

  /** The last transaction version of an application; -1 if there is none. */
  long transactionVersion(String appId) {
    ObjectNode transaction = transactions.get(appId);
    return transaction == null ? -1 : transaction.path("version").asLong();
  }

  boolean isTrue(String property) {
    JsonNode value = metadata.path("configuration").path(property);
    return "true".equalsIgnoreCase(value.asText());
  }
}
