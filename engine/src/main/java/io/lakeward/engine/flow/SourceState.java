/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.autoloader.discovery.SkippedFile;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.problem.FileProblems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a stream remembers about one of its file sources beside the {@link FileLog}: how it began,
 * when its batches were committed, and which files were cleaned away. The last two are kept as
 * ranges of entries of the log. None of it decides what is read.
 */
final class SourceState {
  /**
   * Entries up to one were committed.
   *
   * @param end number of entries
   */
  record Commit(long end, long millis) {}

  /** Files of a range of entries were deleted or moved. */
  record Archived(long from, long to, long millis, String mode, String destination) {}

  private final Path log;

  /** -1 until it is asked for. */
  private long lastCommitted = -1;

  /**
   * @param log the file of the source's {@link FileLog}
   */
  SourceState(Path log) {
    this.log = log;
  }

  Path log() {
    return log;
  }

  private Path beside(String ending) {
    String name = log.getFileName().toString();
    return log.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ending);
  }

  /** Whether files that were there at the first start were wanted; empty if it was not kept. */
  Optional<Boolean> includedExisting() {
    return StateFile.read(beside(".start"))
        .map(json -> json.path("includeExistingFiles").asBoolean());
  }

  /** How many entries at the log's beginning stand for files that were never read. */
  long skippedAtStart() {
    return StateFile.read(beside(".start")).map(json -> json.path("skipped").asLong()).orElse(0L);
  }

  void started(boolean includeExisting, long skipped) {
    ObjectNode json = Json.object();
    json.put("includeExistingFiles", includeExisting);
    json.set("skipped", Json.number(skipped));
    StateFile.write(beside(".start"), json);
  }

  List<Commit> commits() {
    List<Commit> commits = new ArrayList<>();
    for (JsonNode line : lines(".commits")) {
      commits.add(new Commit(line.path("end").asLong(), line.path("time").asLong()));
    }
    return commits;
  }

  /** Notes that entries up to one are committed, unless that is known. */
  void committed(long end, long millis) {
    if (lastCommitted < 0) {
      lastCommitted = commits().stream().mapToLong(Commit::end).max().orElse(0);
    }
    if (lastCommitted < end) {
      append(".commits", Json.object().put("end", end).put("time", millis));
      lastCommitted = end;
    }
  }

  /** The entries of files that could not be read, and why not. */
  Map<Long, SkippedFile.Reason> skipped() {
    Map<Long, SkippedFile.Reason> skipped = new HashMap<>();
    for (JsonNode line : lines(".skipped")) {
      skipped.put(
          line.path("entry").asLong(), SkippedFile.Reason.valueOf(line.path("reason").asText()));
    }
    return skipped;
  }

  /** Notes that nothing was read of an entry's file. */
  void skipped(long entry, SkippedFile.Reason reason) {
    append(".skipped", Json.object().put("entry", entry).put("reason", reason.name()));
  }

  List<Archived> archived() {
    List<Archived> ranges = new ArrayList<>();
    for (JsonNode line : lines(".archived")) {
      ranges.add(
          new Archived(
              line.path("from").asLong(),
              line.path("to").asLong(),
              line.path("time").asLong(),
              line.path("mode").asText(),
              line.path("destination").asText()));
    }
    return ranges;
  }

  void archived(Archived range) {
    append(
        ".archived",
        Json.object()
            .put("from", range.from())
            .put("to", range.to())
            .put("time", range.millis())
            .put("mode", range.mode())
            .put("destination", range.destination()));
  }

  private List<JsonNode> lines(String ending) {
    Path file = beside(ending);
    List<JsonNode> lines = new ArrayList<>();
    try {
      if (Files.exists(file)) {
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
          // A last line that a crash has cut off was never relied upon.
          if (line.endsWith("}")) {
            lines.add(Json.parse(line));
          }
        }
      }
    } catch (IOException e) {
      throw FileProblems.failure("read", file, e);
    }
    return lines;
  }

  private void append(String ending, ObjectNode line) {
    Path file = beside(ending);
    try {
      Files.createDirectories(file.getParent());
      // After a line that was cut off, a new one begins.
      String text = "\n" + line + "\n";
      Files.writeString(
          file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw FileProblems.failure("write", file, e);
    }
  }
}
