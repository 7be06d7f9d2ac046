/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.FileListing;
import io.lakeward.autoloader.discovery.SkippedFile;
import io.lakeward.autoloader.options.EvolutionMode;
import io.lakeward.autoloader.options.SourceFormat;
import io.lakeward.autoloader.options.StreamReading;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.state.Json;
import io.lakeward.model.pipeline.FileSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Source files read as a stream: each path once. The files found so far stand in a {@link FileLog};
 * a position is a number of entries of that log.
 */
final class FileInput implements StreamInput {
  private static final String INCLUDE_EXISTING = "includeExistingFiles";

  /** As many existing files that are left out are noted at once. */
  private static final int CHUNK = 10_000;

  private static final int MOST_NAMES = 10;

  /** A number, or what begins like a date. */
  private static final Pattern LIKE_A_VALUE =
      Pattern.compile("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?|\\d{4}-\\d{2}-\\d{2}.*");

  private final FileSource source;
  private final StructType schema;
  private final SourceState state;
  private final FileLog log;
  private final RefreshServices services;
  private final BatchLimits limits;
  private final EvolutionMode mode;
  private final SourceNotes notes;

  /** Files found when the update began to read the source and not yet given to a batch. */
  private @Nullable Deque<DiscoveredFile> outstanding;

  private long outstandingBytes;
  private long passedOver;

  /**
   * @param state what is remembered about the source
   * @param notes told what a person should know
   */
  FileInput(
      FileSource source,
      StructType schema,
      SourceState state,
      RefreshServices services,
      SourceNotes notes) {
    this.source = source;
    this.schema = schema;
    this.state = state;
    this.services = services;
    this.notes = notes;
    this.limits = BatchLimits.of(source);
    this.mode = EvolutionMode.of(source);
    this.log =
        new FileLog(
            state.log(),
            services.addresses(),
            flag("allowOverwrites", false) ? FileIdentity.PATH_AND_CONTENT : FileIdentity.PATH);
  }

  @Override
  public Optional<SourceRange> next(Optional<JsonNode> position) {
    long known = position.map(JsonNode::asLong).orElse(0L);
    log.cutTo(known);
    boolean includesExisting = flag(INCLUDE_EXISTING, true);
    if (position.isEmpty() && !includesExisting) {
      return Optional.of(skipExisting());
    }
    Deque<DiscoveredFile> files = outstandingFiles(position.isEmpty());
    List<DiscoveredFile> batch = new ArrayList<>();
    long bytes = 0;
    while (!files.isEmpty() && limits.allow(batch.size(), bytes)) {
      DiscoveredFile file = files.remove();
      batch.add(file);
      bytes += file.size();
    }
    outstandingBytes -= bytes;
    if (batch.isEmpty()) {
      return Optional.empty();
    }
    log.add(batch, now());
    return Optional.of(new SourceRange(position, Json.number(known + batch.size())));
  }

  private Deque<DiscoveredFile> outstandingFiles(boolean isFirst) {
    Deque<DiscoveredFile> found = outstanding;
    if (found == null) {
      noteStart(isFirst);
      long[] empty = {0};
      FileListing listing =
          services.unlessQuiet(
              source,
              state.log(),
              () ->
                  listed(
                      log::contains,
                      file -> {
                        if (log.contains(file)) {
                          return false;
                        }
                        boolean isEmpty = file.size() == 0 && !isBinary();
                        empty[0] += isEmpty ? 1 : 0;
                        return !isEmpty;
                      }));
      passedOver = listing.hidden() + listing.unfinished() + empty[0];
      noteHeader(listing.files());
      found = new ArrayDeque<>(listing.files());
      outstandingBytes = found.stream().mapToLong(DiscoveredFile::size).sum();
      outstanding = found;
    }
    return found;
  }

  private FileListing listed(Predicate<Path> isKnown, Predicate<DiscoveredFile> isWanted) {
    long start = System.nanoTime();
    LongAdder seen = new LongAdder();
    notes.listing(FileListingReport.started(source.path()));
    try {
      FileListing found =
          services.list(
              source,
              path -> {
                seen.increment();
                return isKnown.test(path);
              },
              isWanted);
      notes.listing(
          FileListingReport.completed(
              source.path(), millisSince(start), seen.sum(), found.files().size()));
      return found;
    } catch (RuntimeException e) {
      notes.listing(FileListingReport.failed(source.path(), millisSince(start), e));
      throw e;
    }
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  /** An empty file has no rows, except where a file is a row. */
  private boolean isBinary() {
    return source.format().filter("binaryfile"::equals).isPresent();
  }

  private void noteStart(boolean isFirst) {
    boolean includes = flag(INCLUDE_EXISTING, true);
    if (isFirst) {
      state.started(includes, 0);
    } else if (state.includedExisting().filter(then -> then != includes).isPresent()) {
      notes.warned(
          "includeExistingFiles => %s of %s has no effect: it counts at the first start only, when it was %s. Start over with --full-refresh to change it."
              .formatted(includes, source.path(), !includes));
    }
  }

  /** Where nobody said that there is a header, the first line is taken for one. */
  private void noteHeader(List<DiscoveredFile> files) {
    Optional<String> format =
        files.stream()
            .findFirst()
            .map(file -> file.path().getFileName().toString())
            .flatMap(name -> source.format().or(() -> SourceFormat.nameByExtension(name)));
    if (!format.equals(Optional.of("csv"))
        || Stream.of("header", "schema").anyMatch(option -> source.option(option).isPresent())) {
      return;
    }
    Stream.of(schema.fieldNames())
        .filter(name -> LIKE_A_VALUE.matcher(name).matches())
        .findFirst()
        .ifPresent(
            name ->
                notes.warned(
                    "The first line of the files of %s is taken for a header, but `%s` in it looks like a value. Write header => false if they have none, or header => true if this is its name."
                        .formatted(source.path(), name)));
  }

  @Override
  public Backlog backlog() {
    // They come oldest first.
    return outstanding == null || outstanding.isEmpty()
        ? Backlog.NONE.withPassedOver(passedOver)
        : new Backlog(
            outstanding.size(),
            outstandingBytes,
            OptionalLong.empty(),
            outstanding.getFirst().modifiedMillis(),
            passedOver);
  }

  /** Files that were there before the stream began count as read. */
  private SourceRange skipExisting() {
    List<DiscoveredFile> chunk = new ArrayList<>();
    listed(
        path -> false,
        file -> {
          chunk.add(file);
          if (chunk.size() == CHUNK) {
            log.add(chunk, now());
            chunk.clear();
          }
          return false;
        });
    if (!chunk.isEmpty()) {
      log.add(chunk, now());
    }
    state.started(false, log.size());
    return SourceRange.none(Json.number(log.size()));
  }

  private long now() {
    return services.clock().millis();
  }

  private boolean flag(String option, boolean otherwise) {
    return source.option(option).map(text -> Boolean.parseBoolean(text.strip())).orElse(otherwise);
  }

  /** True if each file of the range is still as it was found. Warns of those that are gone. */
  @Override
  public boolean isUnchanged(SourceRange range) {
    List<DiscoveredFile> changed = files(range).stream().filter(file -> !isAsFound(file)).toList();
    List<String> gone =
        changed.stream()
            .filter(file -> Files.notExists(file.path()))
            .map(file -> file.shown().toString())
            .toList();
    if (!gone.isEmpty()) {
      notes.warned(
          "Files that an interrupted update found are gone, and none of their records was read: %s%s"
              .formatted(
                  gone.stream().limit(MOST_NAMES).collect(Collectors.joining(", ")),
                  gone.size() > MOST_NAMES
                      ? " and %d more".formatted(gone.size() - MOST_NAMES)
                      : ""));
    }
    return changed.isEmpty();
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
    return mode.evolves() && services.learn(source, schema, files(range));
  }

  private List<DiscoveredFile> files(SourceRange range) {
    long from = range.start().map(JsonNode::asLong).orElse(0L);
    return log.entries(from, range.end().asLong());
  }

  @Override
  public Slice nothing() {
    return new Slice.SourceFiles(source, schema, List.of());
  }

  @Override
  public void committed(JsonNode end) {
    state.committed(end.asLong(), now());
  }

  @Override
  public void skipped(SourceRange range, List<SkippedFile> files) {
    Map<Path, SkippedFile.Reason> reasons = new HashMap<>();
    files.forEach(file -> reasons.put(file.file(), file.kind()));
    long number = range.start().map(JsonNode::asLong).orElse(0L);
    for (DiscoveredFile file : files(range)) {
      SkippedFile.Reason reason = reasons.get(file.path());
      if (reason != null) {
        state.skipped(number, reason);
      }
      number++;
    }
  }

  @Override
  public void clean() {
    new SourceCleaner(services.cleaning(source), log, state, notes::warned).clean(now());
  }
}
