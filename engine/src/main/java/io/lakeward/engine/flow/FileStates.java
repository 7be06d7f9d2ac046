/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.autoloader.discovery.SkippedFile;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.FileProblems;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the files of streams, as JSON lines: the rows of {@code cloud_files_state}. They
 * are written out of the logs of files, one chunk at a time.
 */
public final class FileStates {
  static final FileSource SOURCE = new FileSource("cloud_files_state", Map.of("format", "json"));

  private static final int CHUNK = 10_000;

  private final FileAddresses addresses;

  public FileStates(FileAddresses addresses) {
    this.addresses = addresses;
  }

  /** The logs of a table's sources, or of one path. */
  private record Log(Path file, int source, String flow) {}

  /**
   * Writes the files of all sources that a table is filled from.
   *
   * @param tableState the folder of the table's state
   */
  public void ofTable(Path tableState, Path target) {
    write(logs(tableState), target);
  }

  /**
   * Writes the files of a path, whichever tables are filled from it.
   *
   * @param flowsState the folder with the states of all tables
   * @param path as in the query
   */
  public void ofPath(Path flowsState, String path, Path target) {
    String plain = path.strip();
    while (plain.length() > 1 && plain.endsWith("/")) {
      plain = plain.substring(0, plain.length() - 1);
    }
    String first = StateNames.exactFileName(plain + "#1") + ".files";
    List<Log> found = new ArrayList<>();
    for (Path table : folders(flowsState)) {
      logs(table).stream()
          .filter(log -> log.file().getFileName().toString().equals(first))
          .forEach(found::add);
    }
    write(found, target);
  }

  private static List<Log> logs(Path tableState) {
    List<Log> logs = new ArrayList<>();
    String id =
        StateFile.read(tableState.resolve("identity.json"))
            .map(json -> json.path("id").asText())
            .orElse("");
    if (!id.isEmpty()) {
      for (Path flow : folders(tableState.resolve(id))) {
        String name = URLDecoder.decode(flow.getFileName().toString(), StandardCharsets.UTF_8);
        int number = 0;
        for (Path file : entries(flow.resolve("sources"))) {
          if (file.getFileName().toString().endsWith(".files")) {
            logs.add(new Log(file, number++, name));
          }
        }
      }
    }
    return logs;
  }

  private static List<Path> folders(Path parent) {
    return entries(parent).stream().filter(Files::isDirectory).toList();
  }

  private static List<Path> entries(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted().toList();
    } catch (IOException e) {
      throw FileProblems.failure("read", folder, e);
    }
  }

  private void write(List<Log> logs, Path target) {
    try {
      Files.createDirectories(target.getParent());
      try (BufferedWriter out = Files.newBufferedWriter(target, StandardCharsets.UTF_8)) {
        for (Log log : logs) {
          write(log, out);
        }
      }
    } catch (IOException e) {
      throw FileProblems.failure("write", target, e);
    }
  }

  private void write(Log source, BufferedWriter out) throws IOException {
    FileLog log = new FileLog(source.file(), addresses);
    SourceState state = new SourceState(source.file());
    List<SourceState.Commit> commits = state.commits();
    List<SourceState.Archived> archived = state.archived();
    Map<Long, SkippedFile.Reason> skipped = state.skipped();
    int commit = 0;
    int cleaned = 0;
    for (long from = state.skippedAtStart(); from < log.size(); from += CHUNK) {
      long number = from;
      for (FileLog.Entry entry : log.read(from, Math.min(from + CHUNK, log.size()))) {
        while (commit < commits.size() && commits.get(commit).end() <= number) {
          commit++;
        }
        while (cleaned < archived.size() && archived.get(cleaned).to() <= number) {
          cleaned++;
        }
        ObjectNode row = Json.object();
        row.put("path", addresses.addressOf(entry.file().path()));
        row.put("size", entry.file().size());
        time(row, "create_time", entry.file().modifiedMillis());
        time(row, "discovery_time", entry.discoveredMillis());
        boolean isCommitted = commit < commits.size();
        if (isCommitted) {
          time(row, "processed_time", commits.get(commit).millis());
          time(row, "commit_time", commits.get(commit).millis());
        }
        boolean isSkipped = skipped.containsKey(number);
        if (!isSkipped && cleaned < archived.size() && archived.get(cleaned).from() <= number) {
          SourceState.Archived range = archived.get(cleaned);
          time(row, "archive_time", range.millis());
          row.put("archive_mode", range.mode());
          if (!range.destination().isEmpty()) {
            row.put("move_location", range.destination());
          }
        }
        row.put("source_id", Integer.toString(source.source()));
        row.put("flow_name", source.flow());
        row.put("ingestion_state", isCommitted ? outcome(skipped.get(number)) : "PROCESSING");
        out.write(row.toString());
        out.write('\n');
        number++;
      }
    }
  }

  private static String outcome(SkippedFile.@Nullable Reason skipped) {
    if (skipped == null) {
      return "INGESTED";
    }
    return switch (skipped) {
      case CORRUPT -> "SKIPPED_CORRUPTED";
      case MISSING -> "SKIPPED_MISSING";
    };
  }

  private static void time(ObjectNode row, String name, long millis) {
    if (millis > 0) {
      row.put(name, Instant.ofEpochMilli(millis).toString());
    }
  }
}
