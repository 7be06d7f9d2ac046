/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.autoloader.DiscoveredFile;
import io.lakeward.autoloader.EvolutionMode;
import io.lakeward.autoloader.StreamReading;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.state.Json;
import io.lakeward.model.pipeline.FileSource;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Source files read as a stream: each path once. The files found so far stand in a {@link FileLog};
 * a position is a number of entries of that log.
 */
final class FileInput implements StreamInput {
  private final FileSource source;
  private final StructType schema;
  private final FileLog log;
  private final Supplier<List<DiscoveredFile>> listing;
  private final BatchLimits limits;
  private final Learner learner;
  private final EvolutionMode mode;

  /** Learns columns from files; see {@link RefreshServices#learn}. */
  interface Learner {
    boolean learn(FileSource source, StructType columns, List<DiscoveredFile> files);
  }

  /** Files found when the update began to read the source and not yet given to a batch. */
  private @Nullable Deque<DiscoveredFile> outstanding;

  FileInput(
      FileSource source,
      StructType schema,
      FileLog log,
      Supplier<List<DiscoveredFile>> listing,
      BatchLimits limits,
      Learner learner) {
    this.source = source;
    this.schema = schema;
    this.log = log;
    this.listing = listing;
    this.limits = limits;
    this.learner = learner;
    this.mode = EvolutionMode.of(source);
  }

  @Override
  public Optional<SourceRange> next(Optional<JsonNode> position) {
    long known = position.map(JsonNode::asLong).orElse(0L);
    log.cutTo(known);
    if (position.isEmpty() && !flag("includeExistingFiles", true)) {
      return Optional.of(skipExisting());
    }
    Deque<DiscoveredFile> files = outstandingFiles();
    List<DiscoveredFile> batch = new ArrayList<>();
    long bytes = 0;
    while (!files.isEmpty() && limits.allow(batch.size(), bytes)) {
      DiscoveredFile file = files.remove();
      batch.add(file);
      bytes += file.size();
    }
    if (batch.isEmpty()) {
      return Optional.empty();
    }
    log.add(batch);
    return Optional.of(new SourceRange(position, Json.number(known + batch.size())));
  }

  private Deque<DiscoveredFile> outstandingFiles() {
    if (outstanding == null) {
      outstanding = new ArrayDeque<>(listing.get().stream().filter(this::isNew).toList());
    }
    return outstanding;
  }

  @Override
  public Backlog backlog() {
    Backlog sum = Backlog.NONE;
    if (outstanding != null) {
      for (DiscoveredFile file : outstanding) {
        sum = sum.plus(new Backlog(1, file.size(), file.modifiedMillis()));
      }
    }
    return sum;
  }

  /** A path is read once, unless changed files are wanted again. */
  private boolean isNew(DiscoveredFile file) {
    Optional<DiscoveredFile> known = log.find(file.path());
    return known.isEmpty() || flag("allowOverwrites", false) && !known.get().equals(file);
  }

  /** Files that were there before the stream began count as read. */
  private SourceRange skipExisting() {
    List<DiscoveredFile> existing = listing.get();
    if (!existing.isEmpty()) {
      log.add(existing);
    }
    return SourceRange.none(Json.number(existing.size()));
  }

  private boolean flag(String option, boolean otherwise) {
    return source
        .option(option)
        .or(() -> source.option("cloudFiles." + option))
        .map(text -> Boolean.parseBoolean(text.strip()))
        .orElse(otherwise);
  }

  /** True if each file of the range is still as it was found. */
  @Override
  public boolean isUnchanged(SourceRange range) {
    return files(range).stream().allMatch(FileInput::isAsFound);
  }

  private static boolean isAsFound(DiscoveredFile file) {
    try {
      return Files.size(file.path()) == file.size()
          && Files.getLastModifiedTime(file.path()).toMillis() == file.modifiedMillis();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public Slice slice(SourceRange range) {
    return new Slice.SourceFiles(StreamReading.stopping(source), schema, files(range));
  }

  @Override
  public Slice lenientSlice(SourceRange range) {
    return mode.evolves() ? new Slice.SourceFiles(source, schema, files(range)) : slice(range);
  }

  @Override
  public boolean learn(SourceRange range) {
    return mode.evolves() && learner.learn(source, schema, files(range));
  }

  private List<DiscoveredFile> files(SourceRange range) {
    long from = range.start().map(JsonNode::asLong).orElse(0L);
    return log.entries(from, range.end().asLong());
  }

  @Override
  public Slice nothing() {
    return new Slice.SourceFiles(source, schema, List.of());
  }
}
