/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

import java.util.EnumMap;
import java.util.Map;

/** How many rows of each kind the query of an {@link ApplyRequest} gives. */
public record RowChangeCounts(Map<RowChange, Long> byChange) {
  public RowChangeCounts {
    byChange = Map.copyOf(byChange);
  }

  /** Nothing was counted. */
  public static final RowChangeCounts NONE = new RowChangeCounts(Map.of());

  /** With so many more of one kind, by its number. */
  public RowChangeCounts plus(int ordinal, long rows) {
    Map<RowChange, Long> all = new EnumMap<>(RowChange.class);
    all.putAll(byChange);
    all.merge(RowChange.values()[ordinal], rows, Long::sum);
    return new RowChangeCounts(all);
  }

  public boolean isNothing() {
    return upserted() + deleted() == 0;
  }

  public boolean has(RowChange change) {
    return byChange.getOrDefault(change, 0L) > 0;
  }

  /** Rows that come. */
  public long upserted() {
    return byChange.values().stream().mapToLong(Long::longValue).sum() - deleted();
  }

  /** Rows that name one which goes without another in its place. */
  public long deleted() {
    return byChange.getOrDefault(RowChange.DELETE, 0L);
  }
}
