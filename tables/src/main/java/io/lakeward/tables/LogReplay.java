/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.tables.TableState.Stamp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Applies actions in the order of the log, by Delta's rules of action reconciliation. */
final class LogReplay {
  private final Map<String, ObjectNode> transactions = new LinkedHashMap<>();
  private final Map<String, ObjectNode> domains = new LinkedHashMap<>();
  private final Map<String, AddedFile> files = new LinkedHashMap<>();
  private final Map<String, ObjectNode> tombstones = new LinkedHashMap<>();
  private @Nullable ObjectNode protocol;
  private @Nullable ObjectNode metadata;
  private OptionalLong inCommitTimestamp = OptionalLong.empty();

  LogReplay() {}

  LogReplay(TableState start) {
    protocol = start.protocol();
    metadata = start.metadata();
    transactions.putAll(start.transactions());
    domains.putAll(start.domains());
    files.putAll(start.files());
    tombstones.putAll(start.tombstones());
  }

  void apply(Iterable<ObjectNode> actions) {
    inCommitTimestamp = OptionalLong.empty();
    actions.forEach(this::apply);
  }

  void apply(ObjectNode action) {
    if (action.get("add") instanceof ObjectNode add) {
      add(AddedFile.of(add));
    } else if (action.get("remove") instanceof ObjectNode remove) {
      String key = LogActions.fileKey(remove);
      files.remove(key);
      tombstones.put(key, remove);
    } else if (action.get("txn") instanceof ObjectNode transaction) {
      transactions.put(transaction.path("appId").asText(), transaction);
    } else if (action.get("metaData") instanceof ObjectNode newMetadata) {
      metadata = newMetadata;
    } else if (action.get("protocol") instanceof ObjectNode newProtocol) {
      protocol = newProtocol;
    } else if (action.get("domainMetadata") instanceof ObjectNode domain) {
      if (domain.path("removed").asBoolean()) {
        domains.remove(domain.path("domain").asText());
      } else {
        domains.put(domain.path("domain").asText(), domain);
      }
    } else if (action.get("commitInfo") instanceof ObjectNode info
        && info.path("inCommitTimestamp").isNumber()) {
      inCommitTimestamp = OptionalLong.of(info.path("inCommitTimestamp").asLong());
    }
  }

  /** Applies a compaction of the log from its start. */
  void applyCompaction(Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    List<AddedFile> simple = new ArrayList<>();
    for (int from = 0; from < content.length; ) {
      int to = from;
      while (to < content.length && content[to] != '\n') {
        to++;
      }
      Optional<AddedFile> added = AddedFile.ofCompactedLine(content, from, to);
      if (added.isPresent()) {
        simple.add(added.get());
      } else {
        rest.write(content, from, Math.min(to + 1, content.length) - from);
      }
      from = to + 1;
    }
    apply(LogActions.parse(file, rest.toByteArray()));
    simple.forEach(this::add);
  }

  private void add(AddedFile file) {
    files.put(file.key(), file);
    tombstones.remove(file.key());
  }

  TableState finish(Path table, long version, Stamp stamp) {
    if (protocol == null || metadata == null) {
      throw TableProblems.logHasNoMetadata(table);
    }
    return new TableState(
        version,
        inCommitTimestamp.orElse(stamp.modificationTime()),
        protocol,
        metadata,
        transactions,
        domains,
        files,
        tombstones,
        stamp);
  }
}
