/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.FileProblems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Tables that were dropped. They lie aside for a week, with the progress of the flows that filled
 * them, and can be brought back.
 */
public final class DroppedTables {
  private static final Duration KEPT = Duration.ofDays(7);
  private static final String NOTE = "dropped.json";

  private final Path folder;
  private final Clock clock;

  public DroppedTables(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /**
   * Puts a table aside.
   *
   * @param state where the progress of its flows is kept; it may not be there
   */
  public void drop(TableName name, Path table, Path state) {
    purge();
    Path aside = folder.resolve(UUID.randomUUID().toString());
    try {
      Files.createDirectories(aside);
      ObjectNode note = Json.object();
      Names.put(note, name);
      note.put("dropped", clock.instant().toString());
      // The note comes first: what has no note is never brought back, what has one is complete
      // again after the two moves, in whichever of them the process died.
      StateFile.write(aside.resolve(NOTE), note);
      Files.move(table, aside.resolve("table"));
      if (Files.exists(state)) {
        Files.move(state, aside.resolve("state"));
      }
    } catch (IOException e) {
      throw FileProblems.failure("move", table, e);
    }
  }

  /** Brings back the newest of that name; false if there is none. */
  public boolean undrop(TableName name, Path table, Path state) {
    Optional<Path> aside =
        entries().stream()
            .filter(entry -> nameOf(entry).equals(Optional.of(name)))
            .filter(entry -> Files.exists(entry.resolve("table")))
            .max(Comparator.comparing(this::droppedAt));
    if (aside.isEmpty()) {
      return false;
    }
    try {
      Path kept = aside.get().resolve("state");
      if (Files.exists(kept)) {
        Files.createDirectories(state.getParent());
        if (Files.exists(state)) {
          delete(state);
        }
        Files.move(kept, state);
      }
      Files.createDirectories(table.getParent());
      Files.move(aside.get().resolve("table"), table);
      delete(aside.get());
    } catch (IOException e) {
      throw FileProblems.failure("move", aside.get(), e);
    }
    return true;
  }

  private void purge() {
    Instant oldest = clock.instant().minus(KEPT);
    for (Path entry : entries()) {
      if (droppedAt(entry).isBefore(oldest)) {
        try {
          delete(entry);
        } catch (IOException e) {
          throw FileProblems.failure("delete", entry, e);
        }
      }
    }
  }

  private List<Path> entries() {
    try (Stream<Path> found = Files.list(folder)) {
      return new ArrayList<>(found.filter(Files::isDirectory).sorted().toList());
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw FileProblems.failure("list", folder, e);
    }
  }

  private static Optional<TableName> nameOf(Path entry) {
    return StateFile.read(entry.resolve(NOTE)).map(Names::of);
  }

  private Instant droppedAt(Path entry) {
    return StateFile.read(entry.resolve(NOTE))
        .map(note -> note.path("dropped"))
        .map(JsonNode::asText)
        .map(Instant::parse)
        .orElse(Instant.EPOCH);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
