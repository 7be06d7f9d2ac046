/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.state.Json;
import io.lakeward.model.problem.FileProblems;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Appends the events of one update to a file of its own. Each event is one line and is handed to
 * the operating system at once, so a crash loses at most the last, unfinished line.
 *
 * <p>Numbers, ids and times never go down within a log, whatever the clock does: a number is the
 * microsecond at which the event was written, or the one after the last number.
 */
public final class EventWriter implements AutoCloseable {
  private static final DateTimeFormatter FILE_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  /** Always six digits, so that the texts sort as the times do. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** A file that got larger is followed by a new one, so that old events can be deleted. */
  private static final long MAX_FILE_BYTES = 16L << 20;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path folder;
  private final Clock clock;
  private final EventOrigin origin;
  private final EventHooks hooks;
  private final long maxFileBytes;
  private Path file;
  private long fileBytes;
  private long sequence;
  private @Nullable OutputStream output;

  /** A writer whose events only go into the file. */
  public EventWriter(Path folder, Clock clock, EventOrigin origin) {
    this(folder, clock, origin, List.of());
  }

  /**
   * @param listeners are told each event after it was written; {@link #close} waits a little for
   *     them
   */
  public EventWriter(Path folder, Clock clock, EventOrigin origin, List<EventListener> listeners) {
    this(folder, clock, origin, listeners, MAX_FILE_BYTES);
  }

  EventWriter(
      Path folder,
      Clock clock,
      EventOrigin origin,
      List<EventListener> listeners,
      long maxFileBytes) {
    this.maxFileBytes = maxFileBytes;
    this.folder = folder;
    this.sequence = new EventLog(folder).lastSequence();
    this.clock = clock;
    this.origin = origin;
    this.file = newFile();
    this.hooks = new EventHooks(listeners, PATIENCE, this::hookProgress);
  }

  /**
   * Writes one event.
   *
   * @param about more parts of the event's origin, such as {@code dataset_name}
   * @param details the content under the event's own type
   */
  public synchronized void write(
      EventLevel level,
      String eventType,
      String message,
      ObjectNode about,
      ObjectNode details,
      Optional<Throwable> error) {
    sequence = nextNumber();
    ObjectNode event = Json.object();
    event.put("id", id(sequence));
    ObjectNode numbers = event.putObject("sequence");
    numbers.putObject("data_plane_id").put("instance", origin.updateId()).put("seq_no", sequence);
    numbers.put("control_plane_seq_no", sequence);
    event.set("origin", origin.toJson().setAll(about));
    event.put("timestamp", TIME.format(instant(sequence)));
    event.put("message", message);
    event.put("level", level.name());
    event.put("maturity_level", maturityOf(eventType));
    error.ifPresent(e -> event.set("error", ErrorShape.of(e, level == EventLevel.ERROR)));
    event.putObject("details").set(eventType, details);
    event.put("event_type", eventType);
    String line = event.toString();
    append(line);
    if (!hooks.isEmpty()) {
      EventLog.parse(line).ifPresent(hooks::offer);
    }
  }

  /** How something went that follows an update without being part of it. */
  public void hookProgress(String name, String status, Optional<Throwable> error) {
    write(
        error.isPresent() ? EventLevel.WARN : EventLevel.INFO,
        "hook_progress",
        "Hook " + name + " has " + status + error.map(e -> ": " + e.getMessage()).orElse("."),
        Json.object(),
        Json.object().put("name", name).put("status", status),
        error);
  }

  public String pipelineId() {
    return origin.pipelineId();
  }

  /** Whether the log has no event yet. */
  public synchronized boolean isFirst() {
    return sequence == 0;
  }

  private long nextNumber() {
    return Math.max(sequence + 1, ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant()));
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  /** A UUID of version 7: it begins with the time, so ids sort as the events do. */
  private static String id(long micros) {
    long time = (micros / 1000) << 16 | 0x7000L | micros % 1000;
    long random = ThreadLocalRandom.current().nextLong() >>> 2 | 1L << 63;
    return new UUID(time, random).toString();
  }

  private static String maturityOf(String eventType) {
    return switch (eventType) {
      case "planning_information", "stream_progress", "operation_progress", "hook_progress" ->
          "EVOLVING";
      default -> "STABLE";
    };
  }

  private Path newFile() {
    return folder.resolve(
        FILE_TIME.format(instant(nextNumber())) + "-" + origin.updateId() + ".jsonl");
  }

  private void append(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    if (fileBytes + bytes.length > maxFileBytes && fileBytes > 0) {
      closeFile();
      file = newFile();
      fileBytes = 0;
    }
    try {
      OutputStream out = output;
      if (out == null) {
        Files.createDirectories(file.getParent());
        out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        output = out;
      }
      out.write(bytes);
      fileBytes += bytes.length;
    } catch (IOException e) {
      throw FileProblems.failure("write", file, e);
    }
  }

  /** Without the lock of {@link #write}: listeners that are still busy may have to write. */
  @Override
  public void close() {
    hooks.close();
    closeFile();
  }

  private synchronized void closeFile() {
    try {
      OutputStream out = output;
      if (out != null) {
        out.close();
        output = null;
      }
    } catch (IOException e) {
      throw FileProblems.failure("close", file, e);
    }
  }
}
