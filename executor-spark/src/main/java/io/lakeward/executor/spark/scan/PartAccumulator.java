/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import java.io.Serializable;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.util.AccumulatorV2;

/**
 * What the parts of a computation report to the driver. A part that is computed again, because a
 * task was repeated or the query needs it twice, counts once.
 */
abstract class PartAccumulator<P extends PartAccumulator.Numbered>
    extends AccumulatorV2<P, Map<Integer, P>> {
  private static final long serialVersionUID = 1L;

  /** The report of a part. */
  interface Numbered extends Serializable {
    int number();
  }

  private final ConcurrentHashMap<Integer, P> parts = new ConcurrentHashMap<>();

  /** Another one of the same kind, without reports. */
  abstract PartAccumulator<P> empty();

  /** Which of two reports of one part counts. */
  abstract P counting(P first, P second);

  Collection<P> parts() {
    return parts.values();
  }

  @Override
  public boolean isZero() {
    return parts.isEmpty();
  }

  @Override
  public PartAccumulator<P> copy() {
    PartAccumulator<P> copy = empty();
    copy.merge(this);
    return copy;
  }

  @Override
  public void reset() {
    parts.clear();
  }

  @Override
  public void add(P part) {
    parts.merge(part.number(), part, this::counting);
  }

  @Override
  public void merge(AccumulatorV2<P, Map<Integer, P>> other) {
    other.value().values().forEach(this::add);
  }

  @Override
  public Map<Integer, P> value() {
    return parts;
  }
}
