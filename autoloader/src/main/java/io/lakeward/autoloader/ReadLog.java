/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader;

import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.sql.types.DataType;

/** Counts what all threads of a reader meet. */
final class ReadLog {
  private static final int MOST_PLACES = 10;
  private static final int MOST_UNKNOWN = 10_000;

  private final int separator;
  private final UnknownFieldRule unknownFields;
  private final LongAdder records = new LongAdder();
  private final LongAdder malformed = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final List<Place> places = new ArrayList<>();
  private final Map<String, UnknownField> unknown = new ConcurrentSkipListMap<>();
  private final Queue<SkippedFile> skipped = new ConcurrentLinkedQueue<>();

  ReadLog(int separator) {
    this(separator, UnknownFieldRule.NONE);
  }

  /**
   * @param unknownFields which fields end the reading
   */
  ReadLog(int separator, UnknownFieldRule unknownFields) {
    this.separator = separator;
    this.unknownFields = unknownFields;
  }

  void addRecords(long count) {
    records.add(count);
  }

  void addBytes(long count) {
    bytes.add(count);
  }

  /**
   * Notes a malformed record, which ends the reading under the mode FAILFAST.
   *
   * @param line 0 if it is not known
   */
  void addMalformed(ParseMode mode, DiscoveredFile file, long line, long offset) {
    if (mode == ParseMode.FAILFAST) {
      Place place = new Place(file, line, offset);
      throw new ProjectException(SourceProblems.malformed(file.path(), lineOf(place), offset));
    }
    malformed.increment();
    if (malformed.sum() <= MOST_PLACES * 4) {
      synchronized (places) {
        if (places.size() < MOST_PLACES) {
          places.add(new Place(file, line, offset));
        }
      }
    }
  }

  /**
   * Notes a field that no column takes, which may end the reading. The one place that all formats
   * report to.
   *
   * @param line 0 if it is not known
   */
  void addUnknown(DiscoveredFile file, long line, String name, Optional<DataType> type) {
    addUnknown(file, line, 0, name, type);
  }

  /**
   * The same.
   *
   * @param offset where in the file the record begins, for when the line is not known
   */
  void addUnknown(
      DiscoveredFile file, long line, long offset, String name, Optional<DataType> type) {
    if (unknown.containsKey(name)) {
      return;
    }
    if (unknownFields.stopsAt(name)) {
      long found = line > 0 || offset == 0 ? line : lineOf(new Place(file, line, offset));
      throw new ProjectException(
          SourceProblems.unknownField(file.path(), found, name, unknownFields.mode()));
    }
    if (unknown.size() < MOST_UNKNOWN) {
      unknown.putIfAbsent(name, new UnknownField(file.path(), line, name, type));
    }
  }

  void addSkipped(SkippedFile file) {
    skipped.add(file);
  }

  ReadSummary summary() {
    List<Place> known;
    synchronized (places) {
      known = List.copyOf(places);
    }
    List<MalformedRecord> first =
        known.stream()
            .map(p -> new MalformedRecord(p.file().path(), lineOf(p), p.offset()))
            .toList();
    return new ReadSummary(
        records.sum(),
        malformed.sum(),
        bytes.sum(),
        first,
        List.copyOf(unknown.values()),
        List.copyOf(skipped));
  }

  /** Counts the lines before the place, if the reader could not because it began in the middle. */
  private long lineOf(Place place) {
    if (place.line() > 0) {
      return place.line();
    }
    try (LineInput lines =
        new LineInput(FileContent.open(place.file(), 0), 0, place.offset(), separator)) {
      while (lines.next()) {
        // Only counting.
      }
      return lines.lineNumber() + 1;
    } catch (IOException | ProjectException e) {
      return 0;
    }
  }

  private record Place(DiscoveredFile file, long line, long offset) {}
}
