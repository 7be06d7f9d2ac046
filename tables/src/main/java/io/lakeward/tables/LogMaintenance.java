/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/**
 * Keeps a log short to read after many commits, and a folder free of what is dead. The main means
 * is a JSON compaction of the log from its start, a standard file that Delta's readers know: unlike
 * a Parquet checkpoint it is read without Kernel and Hadoop, whose start takes longer than most
 * updates. Checkpoints are written too, less often, for tables that are large and for other
 * readers. As seldom, files that have been dead for long are deleted.
 */
final class LogMaintenance {
  private static final int COMPACTION_INTERVAL = 10;

  /** Above this number of files a JSON file is no longer the faster one. */
  private static final int LARGEST_COMPACTION = 10_000;

  private static final int CHECKPOINT_INTERVAL = 100;
  private static final int CHECKPOINT_INTERVAL_OF_LARGE_TABLES = 10;
  private static final int VACUUM_INTERVAL = 100;
  private static final Duration DEFAULT_TOMBSTONE_RETENTION = Duration.ofDays(7);
  private static final Pattern INTERVAL =
      Pattern.compile("(?:interval\\s+)?(\\d+)\\s+(second|minute|hour|day|week)s?");

  private LogMaintenance() {}

  /** Never fails: the commit is done, and the next one tries again. */
  static void afterCommit(Path table, DeltaLog log, TableState state) {
    if (state.version() == 0) {
      return;
    }
    attempt(table, state.version(), () -> shorten(table, log, state));
    if (state.version() % VACUUM_INTERVAL == 0) {
      Instant horizon = Instant.now().minus(tombstoneRetention(state.properties()));
      attempt(table, state.version(), new Vacuum(table, state, horizon)::run);
    }
  }

  private static void shorten(Path table, DeltaLog log, TableState state) throws IOException {
    boolean isLarge = state.files().size() > LARGEST_COMPACTION;
    if (!isLarge && state.version() % COMPACTION_INTERVAL == 0) {
      compact(log, state);
    }
    if (state.version() % checkpointInterval(state, isLarge) == 0) {
      if (TableSchema.stored(state.schemaJson()).numbersRows()) {
        KernelCheckpoints.writeOfNumberedRows(table);
      } else {
        KernelCheckpoints.write(table);
      }
    }
  }

  /** Errors too are no reason to call a commit failed that every reader can see. */
  static void attempt(Path table, long version, Step step) {
    try {
      step.run();
    } catch (Throwable e) {
      // Asked for only here: starting a logging library takes longer than a commit.
      LoggerFactory.getLogger(LogMaintenance.class)
          .warn("The upkeep of {} failed at version {}", table, version, e);
    }
  }

  /** What may fail without harm. */
  interface Step {
    void run() throws IOException;
  }

  private static long checkpointInterval(TableState state, boolean isLarge) {
    String property = state.properties().get("delta.checkpointInterval");
    if (property == null) {
      return isLarge ? CHECKPOINT_INTERVAL_OF_LARGE_TABLES : CHECKPOINT_INTERVAL;
    }
    return Math.max(1, Long.parseLong(property.trim()));
  }

  private static void compact(DeltaLog log, TableState state) throws IOException {
    long version = state.version();
    List<ObjectNode> actions = new ArrayList<>();
    actions.add(LogActions.action("protocol", state.protocol()));
    actions.add(LogActions.action("metaData", state.metadata()));
    state.transactions().values().forEach(t -> actions.add(LogActions.action("txn", t)));
    state.domains().values().forEach(d -> actions.add(LogActions.action("domainMetadata", d)));
    long oldest = System.currentTimeMillis() - tombstoneRetention(state.properties()).toMillis();
    for (ObjectNode remove : state.tombstones().values()) {
      if (remove.path("deletionTimestamp").asLong() > oldest) {
        actions.add(LogActions.action("remove", remove.deepCopy().put("dataChange", false)));
      }
    }
    StringBuilder lines = new StringBuilder(LogActions.text(actions));
    for (AddedFile file : state.files().values()) {
      lines.append(file.compactedLine()).append('\n');
    }
    try {
      DurableFiles.writeNew(
          log.folder().resolve(LogFileNames.compacted(0, version)),
          lines.toString().getBytes(StandardCharsets.UTF_8));
    } catch (FileAlreadyExistsException e) {
      return;
    }
    // The one before stays for readers that have just found it.
    Files.deleteIfExists(
        log.folder().resolve(LogFileNames.compacted(0, version - 2 * COMPACTION_INTERVAL)));
  }

  static Duration tombstoneRetention(Map<String, String> properties) {
    String property = properties.get("delta.deletedFileRetentionDuration");
    if (property == null) {
      return DEFAULT_TOMBSTONE_RETENTION;
    }
    Matcher interval = INTERVAL.matcher(property.trim());
    if (!interval.matches()) {
      // Keeping tombstones too long only costs space.
      return Duration.ofDays(365);
    }
    long count = Long.parseLong(interval.group(1));
    return switch (interval.group(2)) {
      case "second" -> Duration.ofSeconds(count);
      case "minute" -> Duration.ofMinutes(count);
      case "hour" -> Duration.ofHours(count);
      case "day" -> Duration.ofDays(count);
      default -> Duration.ofDays(7 * count);
    };
  }
}
