/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.util.AccumulatorV2;

/**
 * What rules found in the parts of a view that were read to their end. A part that is computed
 * again, because a task was repeated or the query needs it twice, counts once.
 */
final class PartCounts extends AccumulatorV2<PartCounts.Part, Map<Integer, PartCounts.Part>> {
  private static final long serialVersionUID = 1L;

  /**
   * The counts of one part.
   *
   * @param failed for each rule, rows that broke it
   */
  record Part(int number, long seen, long dropped, long[] failed) implements Serializable {}

  private final ConcurrentHashMap<Integer, Part> parts = new ConcurrentHashMap<>();

  @Override
  public boolean isZero() {
    return parts.isEmpty();
  }

  @Override
  public PartCounts copy() {
    PartCounts copy = new PartCounts();
    copy.parts.putAll(parts);
    return copy;
  }

  @Override
  public void reset() {
    parts.clear();
  }

  @Override
  public void add(Part part) {
    parts.putIfAbsent(part.number(), part);
  }

  @Override
  public void merge(AccumulatorV2<Part, Map<Integer, Part>> other) {
    other.value().values().forEach(this::add);
  }

  @Override
  public Map<Integer, Part> value() {
    return parts;
  }
}
