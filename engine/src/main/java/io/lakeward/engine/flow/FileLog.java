/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.model.problem.FileProblems;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The files that a source has given to batches, in order. Each is a line of size, time of change,
 * time at which it was found, and address, separated by tabs. Files are known by addresses that
 * stay the same when the project moves. In memory are only identities of 128 bits and the place of
 * each thousandth line. Entries after the end of the newest planned batch were written by a run
 * that died before it wrote the plan, and are cut off.
 */
final class FileLog {
  private static final int MARK_EVERY = 1024;
  private static final int BUFFER = 1 << 16;

  /**
   * A line of the log.
   *
   * @param discoveredMillis when it was written
   */
  record Entry(DiscoveredFile file, long discoveredMillis) {}

  private final Path file;
  private final FileAddresses addresses;
  private final FileIdentity identity;
  private IdentitySet known = new IdentitySet();
  private long[] marks = new long[16];
  private long count;
  private long end;

  FileLog(Path file, FileAddresses addresses) {
    this(file, addresses, FileIdentity.PATH);
  }

  FileLog(Path file, FileAddresses addresses, FileIdentity identity) {
    this.file = file;
    this.addresses = addresses;
    this.identity = identity;
    load();
  }

  long size() {
    return count;
  }

  /** Whether a file of that path was given to a batch, whatever was in it. */
  boolean contains(Path path) {
    return identity == FileIdentity.PATH && contains(path, 0, 0);
  }

  /** Whether the file was given to a batch, by what the source takes for its identity. */
  boolean contains(DiscoveredFile candidate) {
    return contains(candidate.path(), candidate.size(), candidate.modifiedMillis());
  }

  private boolean contains(Path path, long size, long modified) {
    byte[] address = address(path);
    return identity.of(address, 0, address.length, size, modified, known::contains);
  }

  private byte[] address(Path path) {
    return escape(addresses.addressOf(path)).getBytes(StandardCharsets.UTF_8);
  }

  List<DiscoveredFile> entries(long from, long to) {
    return read(from, to).stream().map(Entry::file).toList();
  }

  /** The entries with what is known about them. */
  List<Entry> read(long from, long to) {
    if (to > count) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.STATE_DAMAGED,
                  "The list of processed files %s has %d entries, but a batch was planned with %d."
                      .formatted(file, count, to))
              .withFix(
                  "Restore the file from a copy, or start the table over with --full-refresh."));
    }
    List<Entry> entries = new ArrayList<>();
    if (from < to) {
      long first = from / MARK_EVERY * MARK_EVERY;
      scan(
          mark(from),
          end,
          (line, length, at) -> {
            if (first + at >= from) {
              entries.add(entry(line, length));
            }
            return first + at + 1 < to;
          });
    }
    return entries;
  }

  private long mark(long entry) {
    return marks[(int) (entry / MARK_EVERY)];
  }

  /** Forgets all entries after the first {@code kept}. */
  void cutTo(long kept) {
    if (kept >= count) {
      return;
    }
    long[] place = {mark(kept)};
    long first = kept / MARK_EVERY * MARK_EVERY;
    if (first < kept) {
      scan(
          place[0],
          end,
          (line, length, at) -> {
            place[0] += length + 1;
            return first + at + 1 < kept;
          });
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(place[0]);
      channel.force(true);
    } catch (IOException e) {
      throw FileProblems.failure("write", file, e);
    }
    load();
  }

  /**
   * Appends entries and makes sure that they are on disk.
   *
   * @param now when they were found, in milliseconds since 1970-01-01 UTC
   */
  void add(List<DiscoveredFile> files, long now) {
    StringBuilder lines = new StringBuilder();
    for (DiscoveredFile discovered : files) {
      lines
          .append(discovered.size())
          .append('\t')
          .append(discovered.modifiedMillis())
          .append('\t')
          .append(now)
          .append('\t')
          .append(escape(addresses.addressOf(discovered.path())))
          .append('\n');
    }
    byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
    try {
      Files.createDirectories(file.getParent());
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        channel.position(end);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        channel.truncate(channel.position());
        channel.force(true);
      }
    } catch (IOException e) {
      throw FileProblems.failure("write", file, e);
    }
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        note(Arrays.copyOfRange(bytes, start, i), i - start, end + start);
        start = i + 1;
      }
    }
    end += bytes.length;
  }

  private void load() {
    known = new IdentitySet();
    count = 0;
    end = 0;
    if (!Files.exists(file)) {
      return;
    }
    scan(
        0,
        Long.MAX_VALUE,
        (line, length, at) -> {
          note(line, length, end);
          end += length + 1;
          return true;
        });
  }

  /** Remembers a line that begins at a place. */
  private void note(byte[] line, int length, long place) {
    if (count % MARK_EVERY == 0) {
      int mark = (int) (count / MARK_EVERY);
      if (mark == marks.length) {
        marks = Arrays.copyOf(marks, mark * 2);
      }
      marks[mark] = place;
    }
    count++;
    int first = tab(line, 0, length);
    int second = tab(line, first + 1, length);
    int third = tab(line, second + 1, length);
    boolean counts = identity == FileIdentity.PATH_AND_CONTENT;
    identity.of(
        line,
        third + 1,
        length - third - 1,
        counts ? number(line, 0, first) : 0,
        counts ? number(line, first + 1, second) : 0,
        known::add);
  }

  private Entry entry(byte[] line, int length) {
    int first = tab(line, 0, length);
    int second = tab(line, first + 1, length);
    int third = tab(line, second + 1, length);
    String address = new String(line, third + 1, length - third - 1, StandardCharsets.UTF_8);
    return new Entry(
        new DiscoveredFile(
            addresses.pathOf(unescape(address)),
            number(line, 0, first),
            number(line, first + 1, second)),
        number(line, second + 1, third));
  }

  private int tab(byte[] line, int from, int to) {
    for (int i = from; i < to; i++) {
      if (line[i] == '\t') {
        return i;
      }
    }
    throw damaged();
  }

  private long number(byte[] line, int from, int to) {
    try {
      return Long.parseLong(new String(line, from, to - from, StandardCharsets.ISO_8859_1));
    } catch (NumberFormatException e) {
      throw damaged();
    }
  }

  private ProjectException damaged() {
    return new ProjectException(
        Problem.of(
                ProblemCode.STATE_DAMAGED,
                "The list of processed files "
                    + file
                    + " has a line that is damaged, or that another version of Lakeward wrote.")
            .withFix(
                "Restore the file from a copy, run with the version that wrote it, or start the"
                    + " table over with --full-refresh."));
  }

  /** Receives a line; false ends the reading. */
  private interface LineUse {
    boolean take(byte[] line, int length, long number);
  }

  /** Gives the whole lines from a place on, one buffer at a time. */
  private void scan(long from, long to, LineUse use) {
    byte[] line = new byte[256];
    int length = 0;
    long number = 0;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        InputStream in = Channels.newInputStream(channel.position(from))) {
      byte[] buffer = new byte[BUFFER];
      long place = from;
      for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
        for (int i = 0; i < read && place < to; i++, place++) {
          if (buffer[i] != '\n') {
            if (length == line.length) {
              line = Arrays.copyOf(line, length * 2);
            }
            line[length++] = buffer[i];
          } else {
            if (!use.take(line, length, number++)) {
              return;
            }
            length = 0;
          }
        }
      }
    } catch (IOException e) {
      throw FileProblems.failure("read", file, e);
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
