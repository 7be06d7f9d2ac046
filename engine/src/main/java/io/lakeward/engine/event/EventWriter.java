/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.state.StateFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Appends the events of one update to a file of its own. Each event is one line and is handed to
 * the operating system at once, so a crash loses at most the last, unfinished line.
 */
public final class EventWriter implements AutoCloseable {
  private static final DateTimeFormatter FILE_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final Path file;
  private final Clock clock;
  private final String pipelineId;
  private final String pipelineName;
  private final String updateId;
  private long sequence;
  private @Nullable OutputStream output;

  public EventWriter(
      Path folder, Clock clock, String pipelineId, String pipelineName, String updateId) {
    this.file = folder.resolve(FILE_TIME.format(clock.instant()) + "-" + updateId + ".jsonl");
    this.clock = clock;
    this.pipelineId = pipelineId;
    this.pipelineName = pipelineName;
    this.updateId = updateId;
  }

  /**
   * Writes one event.
   *
   * @param origin more parts of the event's origin, such as {@code dataset_name}
   * @param details the content under the event's own type
   */
  public synchronized void write(
      EventLevel level,
      String eventType,
      String message,
      ObjectNode origin,
      ObjectNode details,
      Optional<Throwable> error) {
    Instant now = clock.instant();
    ObjectNode event = Json.object();
    event.put("id", UUID.randomUUID().toString());
    event
        .putObject("sequence")
        .putObject("data_plane_id")
        .put("instance", updateId)
        .put("seq_no", ++sequence);
    ObjectNode fullOrigin = event.putObject("origin");
    fullOrigin.put("pipeline_id", pipelineId);
    fullOrigin.put("pipeline_type", "WORKSPACE");
    fullOrigin.put("pipeline_name", pipelineName);
    fullOrigin.put("update_id", updateId);
    fullOrigin.setAll(origin);
    event.put("timestamp", now.toString());
    event.put("message", message);
    event.put("level", level.name());
    event.put("maturity_level", "STABLE");
    error.ifPresent(e -> event.set("error", ErrorShape.of(e)));
    event.putObject("details").set(eventType, details);
    event.put("event_type", eventType);
    append(event.toString());
  }

  private void append(String line) {
    try {
      OutputStream out = output;
      if (out == null) {
        Files.createDirectories(file.getParent());
        out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        output = out;
      }
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw StateFile.failure("write", file, e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      if (output != null) {
        output.close();
      }
    } catch (IOException e) {
      throw StateFile.failure("close", file, e);
    }
  }
}
