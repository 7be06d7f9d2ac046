/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.model.problem.FileProblems;
import io.lakeward.tables.TableState.Stamp;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The log of one table. JSON commits and JSON compactions are read here; Kernel is asked only where
 * the JSON files alone are not enough or would be many.
 */
final class DeltaLog {
  /** From this many commits on a checkpoint is the shorter way, although it needs Kernel. */
  private static final long LONGEST_JSON_REPLAY = 200;

  private final Path table;
  private final Path folder;
  private final AtomicReference<@Nullable TableState> newest = new AtomicReference<>();

  DeltaLog(Path table) {
    this.table = table;
    this.folder = table.resolve(LogFileNames.LOG_FOLDER);
  }

  Path folder() {
    return folder;
  }

  Path commitFile(long version) {
    return folder.resolve(LogFileNames.commit(version));
  }

  /** The newest state; a state in memory is used as long as the log on disk goes on from it. */
  Optional<TableState> findNewest() {
    try {
      TableState known = newest.get();
      TableState state =
          known != null && known.stamp().equals(findStamp(known.version()))
              ? advance(known)
              : loadNewest();
      newest.set(state);
      return Optional.ofNullable(state);
    } catch (IOException e) {
      throw FileProblems.failure("read the log of", table, e);
    }
  }

  /** The state after a commit that this process made. */
  TableState committed(TableState before, List<ObjectNode> actions, long version)
      throws IOException {
    TableState after = apply(new LogReplay(before), actions, version);
    newest.set(after);
    return after;
  }

  TableState created(List<ObjectNode> actions) throws IOException {
    TableState after = apply(new LogReplay(), actions, 0);
    newest.set(after);
    return after;
  }

  private TableState apply(LogReplay replay, List<ObjectNode> actions, long version)
      throws IOException {
    replay.apply(actions);
    return replay.finish(table, version, stamp(version));
  }

  TableState load(long version) {
    TableState known = newest.get();
    try {
      if (known != null && known.version() == version && known.stamp().equals(findStamp(version))) {
        return known;
      }
      Listing listing = list();
      if (listing.commits.isEmpty()) {
        throw TableProblems.tableNotFound(table);
      }
      if (version < 0 || version > listing.commits.last()) {
        throw TableProblems.versionNotFound(table, version, listing.commits.last());
      }
      if (!listing.commits.contains(version)) {
        throw TableProblems.versionsCleanedUp(table, version, listing.commits.first());
      }
      return load(listing, version);
    } catch (IOException e) {
      throw FileProblems.failure("read the log of", table, e);
    }
  }

  /** The versions whose commit files are there. */
  NavigableSet<Long> versions() {
    try {
      return list().commits;
    } catch (IOException e) {
      throw FileProblems.failure("list the log of", table, e);
    }
  }

  List<ObjectNode> readCommit(long version) {
    try {
      return LogActions.read(commitFile(version));
    } catch (NoSuchFileException e) {
      throw TableProblems.versionMissing(table, version);
    } catch (IOException e) {
      throw FileProblems.failure("read the log of", table, e);
    }
  }

  Stamp stamp(long version) throws IOException {
    return Stamp.of(Files.readAttributes(commitFile(version), BasicFileAttributes.class));
  }

  private @Nullable Stamp findStamp(long version) throws IOException {
    try {
      return stamp(version);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private TableState advance(TableState known) throws IOException {
    long version = known.version();
    if (!Files.exists(commitFile(version + 1))) {
      return known;
    }
    LogReplay replay = new LogReplay(known);
    while (Files.exists(commitFile(version + 1))) {
      version++;
      replay.apply(readCommit(version));
    }
    return replay.finish(table, version, stamp(version));
  }

  private @Nullable TableState loadNewest() throws IOException {
    Listing listing = list();
    return listing.commits.isEmpty() ? null : load(listing, listing.commits.last());
  }

  private TableState load(Listing listing, long version) throws IOException {
    Long compaction = listing.compactions.floor(version);
    Long checkpoint = listing.checkpoints.floor(version);
    LogReplay replay = new LogReplay();
    long start = compaction == null ? -1 : compaction;
    boolean jsonIsComplete = listing.hasCommits(start + 1, version);
    if (checkpoint != null && (!jsonIsComplete || version - start > LONGEST_JSON_REPLAY)) {
      KernelCheckpoints.replay(table, version, replay::apply);
      start = version;
    } else if (!jsonIsComplete) {
      throw missing(listing, start + 1, version);
    } else if (compaction != null) {
      replay.applyCompaction(folder.resolve(LogFileNames.compacted(0, compaction)));
    }
    for (long v = start + 1; v <= version; v++) {
      replay.apply(readCommit(v));
    }
    if (start == version) {
      // A checkpoint has no commit information; an in-commit timestamp stands only there.
      readCommit(version).stream().filter(a -> a.has("commitInfo")).forEach(replay::apply);
    }
    return replay.finish(table, version, stamp(version));
  }

  private RuntimeException missing(Listing listing, long from, long to) {
    if (listing.commits.first() > from) {
      return TableProblems.versionsCleanedUp(table, from, listing.commits.first());
    }
    long version = from;
    while (version < to && listing.commits.contains(version)) {
      version++;
    }
    return TableProblems.versionMissing(table, version);
  }

  private Listing list() throws IOException {
    Listing listing = new Listing();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = String.valueOf(entry.getFileName());
        LogFileNames.commitVersion(name).ifPresent(listing.commits::add);
        LogFileNames.lastVersionOfCompactionFromStart(name).ifPresent(listing.compactions::add);
        LogFileNames.checkpointVersion(name).ifPresent(listing.checkpoints::add);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return new Listing();
    } catch (DirectoryIteratorException e) {
      throw new IOException(e);
    }
    return listing;
  }

  private static final class Listing {
    final NavigableSet<Long> commits = new TreeSet<>();
    final NavigableSet<Long> compactions = new TreeSet<>();
    final NavigableSet<Long> checkpoints = new TreeSet<>();

    boolean hasCommits(long from, long to) {
      return from > to || commits.subSet(from, true, to, true).size() == to - from + 1;
    }
  }
}
