/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import io.lakeward.autoloader.text.JsonText;
import io.lakeward.model.problem.FileProblems;
import io.lakeward.model.problem.ProjectException;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes what {@code badRecordsPath} takes out of a source, as lines of JSON: records that are
 * malformed below {@code bad_records}, files that cannot be read below {@code bad_files}. Both lie
 * in a folder that is named by the time of the reading. A batch that is repeated writes them again.
 */
public final class BadRecords implements Closeable {
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", java.util.Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Path folder;
  private final Map<String, BufferedWriter> writers = new HashMap<>();

  public BadRecords(Path root, Clock clock) {
    this.folder = root.resolve(NAME.format(clock.instant()));
  }

  void addRecord(String path, String record, String reason) {
    JsonText line = new JsonText().raw('{').string("path").raw(':').string(path);
    line.raw(',').string("record").raw(':').string(record);
    line.raw(',').string("reason").raw(':').string(reason).raw('}');
    write("bad_records", line);
  }

  void addFile(String path, String reason) {
    JsonText line = new JsonText().raw('{').string("path").raw(':').string(path);
    line.raw(',').string("reason").raw(':').string(reason).raw('}');
    write("bad_files", line);
  }

  private synchronized void write(String kind, JsonText line) {
    try {
      @Nullable BufferedWriter writer = writers.get(kind);
      if (writer == null) {
        Path file = folder.resolve(kind).resolve("part-" + UUID.randomUUID() + ".json");
        Files.createDirectories(file.getParent());
        writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        writers.put(kind, writer);
      }
      writer.write(line.toString());
      writer.write('\n');
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private ProjectException failure(IOException e) {
    return FileProblems.failure("write bad records to", folder, e);
  }

  @Override
  public synchronized void close() {
    try {
      for (BufferedWriter writer : writers.values()) {
        writer.close();
      }
    } catch (IOException e) {
      throw failure(e);
    } finally {
      writers.clear();
    }
  }
}
