/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.autoloader.discovery.SkippedFile;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.util.AccumulatorV2;

/**
 * Records and malformed records of one leaf, by part. A part that is read again, because a task was
 * repeated or a self-join reads the leaf twice, replaces its own counts, so each counts once.
 */
final class ReadCounts extends AccumulatorV2<ReadCounts.Part, Map<Integer, ReadCounts.Part>> {
  private static final long serialVersionUID = 1L;

  /**
   * What was read of a part.
   *
   * @param skipped files of it that were left out
   */
  record Part(int number, long records, long malformed, ArrayList<Skipped> skipped)
      implements Serializable {}

  /** A file that was left out; a path does not travel between processes. */
  record Skipped(String path, SkippedFile.Reason kind, String reason) implements Serializable {
    static Skipped of(SkippedFile file) {
      return new Skipped(file.file().toString(), file.kind(), file.reason());
    }

    SkippedFile file() {
      return new SkippedFile(Path.of(path), kind, reason);
    }
  }

  private final ConcurrentHashMap<Integer, Part> parts = new ConcurrentHashMap<>();

  @Override
  public boolean isZero() {
    return parts.isEmpty();
  }

  @Override
  public ReadCounts copy() {
    ReadCounts copy = new ReadCounts();
    copy.parts.putAll(parts);
    return copy;
  }

  @Override
  public void reset() {
    parts.clear();
  }

  @Override
  public void add(Part part) {
    parts.merge(part.number(), part, ReadCounts::fuller);
  }

  @Override
  public void merge(AccumulatorV2<Part, Map<Integer, Part>> other) {
    other.value().values().forEach(this::add);
  }

  @Override
  public Map<Integer, Part> value() {
    return parts;
  }

  long records() {
    return parts.values().stream().mapToLong(Part::records).sum();
  }

  long malformed() {
    return parts.values().stream().mapToLong(Part::malformed).sum();
  }

  /** Files that were left out, each once, though several parts may have a piece of it. */
  List<SkippedFile> skipped() {
    return parts.values().stream()
        .flatMap(part -> part.skipped().stream())
        .distinct()
        .map(Skipped::file)
        .toList();
  }

  /** Of two readings of a part, the one that came further. */
  private static Part fuller(Part a, Part b) {
    return b.records() + b.malformed() >= a.records() + a.malformed() ? b : a;
  }
}
