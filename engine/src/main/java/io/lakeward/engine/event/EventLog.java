/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.engine.state.Json;
import io.lakeward.model.problem.FileProblems;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads the events of a pipeline, also while an update is writing them. */
public final class EventLog {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Path folder;

  public EventLog(Path folder) {
    this.folder = folder;
  }

  public Path folder() {
    return folder;
  }

  /** All events that the filter accepts, oldest first. */
  public List<PipelineEvent> read(EventFilter filter) {
    List<PipelineEvent> events = new ArrayList<>();
    readOn(new HashMap<>(), filter, events::add);
    return events;
  }

  /** The highest number that an event has; 0 for an empty log. */
  public long lastSequence() {
    List<Part> parts = wholeLines();
    for (int i = parts.size() - 1; i >= 0; i--) {
      Part part = parts.get(i);
      try (RandomAccessFile input = new RandomAccessFile(part.file().toFile(), "r")) {
        long start = part.bytes() - 1;
        while (start > 0 && !endsLine(input, start)) {
          start--;
        }
        byte[] line = new byte[Math.toIntExact(part.bytes() - start)];
        input.seek(start);
        input.readFully(line);
        long found =
            Json.parse(new String(line, StandardCharsets.UTF_8))
                .at("/sequence/control_plane_seq_no")
                .asLong();
        if (found > 0) {
          return found;
        }
      } catch (JsonProcessingException e) {
        continue; // a line that a crash cut off
      } catch (IOException e) {
        throw FileProblems.failure("read", part.file(), e);
      }
    }
    return 0;
  }

  /** A file of the log, up to the end of its last whole line. */
  public record Part(Path file, long bytes, long modifiedMillis) {}

  /** The files of the log, oldest first. What is written later is not part of them. */
  public List<Part> wholeLines() {
    List<Part> parts = new ArrayList<>();
    for (Path file : files()) {
      try (RandomAccessFile input = new RandomAccessFile(file.toFile(), "r")) {
        long end = input.length();
        while (end > 0 && !endsLine(input, end)) {
          end--;
        }
        if (end > 0) {
          parts.add(new Part(file, end, Files.getLastModifiedTime(file).toMillis()));
        }
      } catch (IOException e) {
        throw FileProblems.failure("read", file, e);
      }
    }
    return parts;
  }

  private static boolean endsLine(RandomAccessFile input, long end) throws IOException {
    input.seek(end - 1);
    return input.read() == '\n';
  }

  /** Hands over past events and then new ones, until {@code stop} says so. */
  public void follow(EventFilter filter, Consumer<PipelineEvent> reader, BooleanSupplier stop) {
    Map<Path, Long> positions = new HashMap<>();
    while (!stop.getAsBoolean()) {
      readOn(positions, filter, reader);
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Reads whole lines only: a line without its end is still being written. */
  private void readOn(
      Map<Path, Long> positions, EventFilter filter, Consumer<PipelineEvent> reader) {
    for (Path file : files()) {
      try (RandomAccessFile input = new RandomAccessFile(file.toFile(), "r")) {
        long from = positions.getOrDefault(file, 0L);
        byte[] bytes = new byte[Math.toIntExact(input.length() - from)];
        input.seek(from);
        input.readFully(bytes);
        int lineStart = 0;
        for (int i = 0; i < bytes.length; i++) {
          if (bytes[i] == '\n') {
            parse(new String(bytes, lineStart, i - lineStart, StandardCharsets.UTF_8))
                .filter(filter::accepts)
                .ifPresent(reader);
            lineStart = i + 1;
          }
        }
        positions.put(file, from + lineStart);
      } catch (IOException e) {
        throw FileProblems.failure("read", file, e);
      }
    }
  }

  private List<Path> files() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList();
    } catch (IOException e) {
      throw FileProblems.failure("list", folder, e);
    }
  }

  /** Empty for a line that a crash cut off. */
  static Optional<PipelineEvent> parse(String line) {
    try {
      JsonNode event = Json.parse(line);
      return Optional.of(
          new PipelineEvent(
              event.path("id").asText(),
              Instant.parse(event.path("timestamp").asText()),
              EventLevel.valueOf(event.path("level").asText()),
              event.path("event_type").asText(),
              event.path("message").asText(),
              Optional.ofNullable(event.path("origin").path("dataset_name").textValue()),
              line));
    } catch (JsonProcessingException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
