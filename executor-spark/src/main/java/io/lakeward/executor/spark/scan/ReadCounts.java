/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.util.AccumulatorV2;

/**
 * Records and malformed records of one leaf, by part. A part that is read again, because a task was
 * repeated or a self-join reads the leaf twice, replaces its own counts, so each counts once.
 */
final class ReadCounts extends AccumulatorV2<ReadCounts.Part, Map<Integer, ReadCounts.Part>> {
  private static final long serialVersionUID = 1L;

  record Part(int number, long records, long malformed) implements java.io.Serializable {}

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

  /** Of two readings of a part, the one that came further. */
  private static Part fuller(Part a, Part b) {
    return b.records() + b.malformed() >= a.records() + a.malformed() ? b : a;
  }
}
