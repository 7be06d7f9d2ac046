/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.rows;

import io.lakeward.autoloader.content.FileContent;
import io.lakeward.autoloader.content.LineInput;
import io.lakeward.autoloader.content.TextLayout;
import io.lakeward.autoloader.discovery.DiscoveredFile;
import io.lakeward.autoloader.discovery.SkippedFile;
import io.lakeward.autoloader.options.ParseMode;
import io.lakeward.autoloader.problem.SourceProblems;
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
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.sql.types.DataType;

/** Counts what all threads of a reader meet. */
public final class ReadLog {
  private static final int MOST_PLACES = 10;
  private static final int MOST_UNKNOWN = 10_000;

  private final TextLayout layout;
  private final Reports reports;
  private final UnknownFieldRule unknownFields;
  private final LongAdder records = new LongAdder();
  private final LongAdder malformed = new LongAdder();
  private final LongAdder rescued = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final List<Place> places = new ArrayList<>();
  private final Map<String, UnknownField> unknown = new ConcurrentSkipListMap<>();
  private final Queue<SkippedFile> skipped = new ConcurrentLinkedQueue<>();

  /**
   * What is to be done beside counting.
   *
   * @param unknownFields which fields end the reading
   * @param failOnUnknown whether every field that the schema does not have ends it
   * @param failOnWidened whether every value that its column cannot hold ends it
   * @param bad takes malformed records and unreadable files
   * @param display the path of a file as the user sees it
   */
  public record Reports(
      UnknownFieldRule unknownFields,
      boolean failOnUnknown,
      boolean failOnWidened,
      Optional<BadRecords> bad,
      Function<DiscoveredFile, String> display) {
    static final Reports NONE =
        new Reports(
            UnknownFieldRule.NONE, false, false, Optional.empty(), file -> file.shown().toString());
  }

  public ReadLog(TextLayout layout, Reports reports) {
    this.layout = layout;
    this.reports = reports;
    this.unknownFields = reports.unknownFields();
  }

  /** Only counts. */
  public ReadLog(TextLayout layout) {
    this(layout, Reports.NONE);
  }

  public void addRecords(long count) {
    records.add(count);
  }

  /** A record with something in its rescued data. */
  void addRescued() {
    rescued.increment();
  }

  public void addBytes(long count) {
    bytes.add(count);
  }

  /**
   * Notes a malformed record, which ends the reading under the mode FAILFAST.
   *
   * @param line 0 if it is not known
   */
  public void addMalformed(
      ParseMode mode, DiscoveredFile file, long line, long offset, Supplier<String> record) {
    Place here = new Place(file, line, offset);
    if (mode == ParseMode.FAILFAST) {
      throw new ProjectException(
          SourceProblems.malformed(file.shown(), lineOf(here), offset, record.get()));
    }
    reports
        .bad()
        .ifPresent(
            bad ->
                bad.addRecord(
                    reports.display().apply(file),
                    record.get(),
                    line > 0 ? "malformed record on line " + line : "malformed record"));
    malformed.increment();
    if (malformed.sum() <= MOST_PLACES * 4) {
      synchronized (places) {
        if (places.size() < MOST_PLACES) {
          places.add(here);
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
  public void addUnknown(DiscoveredFile file, long line, String name, Optional<DataType> type) {
    addUnknown(file, line, 0, name, type);
  }

  /**
   * The same.
   *
   * @param offset where in the file the record begins, for when the line is not known
   */
  public void addUnknown(
      DiscoveredFile file, long line, long offset, String name, Optional<DataType> type) {
    if (unknown.containsKey(name)) {
      return;
    }
    boolean stops = unknownFields.stopsAt(name);
    if (stops || reports.failOnUnknown()) {
      long found = line > 0 || offset == 0 ? line : lineOf(new Place(file, line, offset));
      if (!stops) {
        throw new ProjectException(SourceProblems.unexpectedField(file.shown(), found, name));
      }
      throw new ProjectException(
          SourceProblems.unknownField(file.shown(), found, name, unknownFields.mode().evolves()));
    }
    if (unknown.size() < MOST_UNKNOWN) {
      unknown.putIfAbsent(name, new UnknownField(file.shown(), line, name, type));
    }
  }

  /**
   * Ends the reading at values of a record that may need a wider type.
   *
   * @param line 0 if it is not known
   */
  public void checkTypes(DiscoveredFile file, long line, RescuedData rescued) {
    for (String name : rescued.names()) {
      if (unknownFields.stopsAtValueOf(name)) {
        throw new ProjectException(SourceProblems.valueWithoutType(file.shown(), line, name));
      }
      if (reports.failOnWidened() && unknownFields.isColumn(name)) {
        throw new ProjectException(
            SourceProblems.widenedField(file.shown(), line, name, rescued.json(name)));
      }
    }
  }

  public void addSkipped(DiscoveredFile file, SkippedFile.Reason kind, String reason) {
    skipped.add(new SkippedFile(file.shown(), kind, reason));
    reports.bad().ifPresent(bad -> bad.addFile(reports.display().apply(file), reason));
  }

  public ReadSummary summary() {
    List<Place> known;
    synchronized (places) {
      known = List.copyOf(places);
    }
    List<MalformedRecord> first =
        known.stream()
            .map(p -> new MalformedRecord(p.file().shown(), lineOf(p), p.offset()))
            .toList();
    return new ReadSummary(
        records.sum(),
        malformed.sum(),
        rescued.sum(),
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
        new LineInput(
            FileContent.text(place.file(), 0, layout), 0, place.offset(), layout.separator())) {
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
