/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.autoloader.DiscoveredFile;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
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
 * The files that a source has given to batches, in order; one line for each. They are known by
 * addresses that stay the same when the project moves. Entries after the end of the newest planned
 * batch were written by a run that died before it wrote the plan, and are cut off.
 */
final class FileLog {
  private final Path file;
  private final FileAddresses addresses;
  private final List<DiscoveredFile> entries = new ArrayList<>();
  private final List<Long> ends = new ArrayList<>();
  private final Map<Path, DiscoveredFile> newest = new HashMap<>();

  FileLog(Path file, FileAddresses addresses) {
    this.file = file;
    this.addresses = addresses;
    load();
  }

  /** The file as it was when it was last given to a batch. */
  Optional<DiscoveredFile> find(Path path) {
    return Optional.ofNullable(newest.get(path));
  }

  List<DiscoveredFile> entries(long from, long to) {
    if (to > entries.size()) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.STATE_DAMAGED,
                  "The list of processed files %s has %d entries, but a batch was planned with %d."
                      .formatted(file, entries.size(), to))
              .withFix(
                  "Restore the file from a copy, or start the table over with --full-refresh."));
    }
    return List.copyOf(entries.subList((int) from, (int) to));
  }

  /** Forgets all entries after the first {@code count}. */
  void cutTo(long count) {
    if (count >= entries.size()) {
      return;
    }
    int kept = (int) count;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(kept == 0 ? 0 : ends.get(kept - 1));
      channel.force(true);
    } catch (IOException e) {
      throw StateFile.failure("write", file, e);
    }
    while (entries.size() > kept) {
      ends.remove(entries.size() - 1);
      entries.remove(entries.size() - 1);
    }
    newest.clear();
    entries.forEach(entry -> newest.put(entry.path(), entry));
  }

  /** Appends entries and makes sure that they are on disk. */
  void add(List<DiscoveredFile> files) {
    StringBuilder lines = new StringBuilder();
    long end = ends.isEmpty() ? 0 : ends.get(ends.size() - 1);
    List<Long> newEnds = new ArrayList<>();
    for (DiscoveredFile discovered : files) {
      String line =
          discovered.size()
              + "\t"
              + discovered.modifiedMillis()
              + "\t"
              + escape(addresses.addressOf(discovered.path()))
              + "\n";
      lines.append(line);
      end += line.getBytes(StandardCharsets.UTF_8).length;
      newEnds.add(end);
    }
    try {
      Files.createDirectories(file.getParent());
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        channel.position(ends.isEmpty() ? 0 : ends.get(ends.size() - 1));
        ByteBuffer bytes = ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.truncate(channel.position());
        channel.force(true);
      }
    } catch (IOException e) {
      throw StateFile.failure("write", file, e);
    }
    for (DiscoveredFile discovered : files) {
      entries.add(discovered);
      newest.put(discovered.path(), discovered);
    }
    ends.addAll(newEnds);
  }

  private void load() {
    if (!Files.exists(file)) {
      return;
    }
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (IOException e) {
      throw StateFile.failure("read", file, e);
    }
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        String[] fields =
            new String(bytes, start, i - start, StandardCharsets.UTF_8).split("\t", 3);
        if (fields.length < 3) {
          throw new ProjectException(
              Problem.of(
                      ProblemCode.STATE_DAMAGED,
                      "The list of processed files " + file + " has a damaged line.")
                  .withFix(
                      "Restore the file from a copy, or start the table over with --full-refresh."));
        }
        DiscoveredFile entry =
            new DiscoveredFile(
                addresses.pathOf(unescape(fields[2])),
                Long.parseLong(fields[0]),
                Long.parseLong(fields[1]));
        entries.add(entry);
        newest.put(entry.path(), entry);
        ends.add((long) i + 1);
        start = i + 1;
      }
    }
  }

  private static String escape(String path) {
    return path.replace("\\", "\\\\").replace("\n", "\\n");
  }

  private static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        i++;
        path.append(text.charAt(i) == 'n' ? '\n' : text.charAt(i));
      } else {
        path.append(c);
      }
    }
    return path.toString();
  }
}
