/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.engine.executor.ViewCount;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.model.pipeline.Flow;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Told what a refresher does, while it does it. */
public interface TableProgress {
  /** The table's identity is known: it stays the same until a full refresh. */
  default void identified(String id) {}

  /** A flow begins to work out what it has to do. */
  void planning(Flow flow);

  /** A flow has something to do. */
  void running(Flow flow);

  /** How a materialized view will be refreshed, and why not with less work. */
  default void planned(Flow flow, RefreshPlan plan) {}

  /** A flow takes a snapshot. */
  default void snapshot(Flow flow, SnapshotReport report) {}

  /** A flow looks for files. */
  default void listing(Flow flow, FileListingReport report) {}

  /**
   * How far a batch has read; told after it was committed.
   *
   * @param sources one for each, with the place where the batch began and ended
   */
  default void advanced(Flow flow, long batch, ArrayNode sources) {}

  /** The same in the form of Spark, which has more to say. */
  default void advanced(Flow flow, ObjectNode progress) {}

  /** What is left for later batches of a flow; told before each batch. */
  default void backlog(Flow flow, Map<String, Backlog> backlogs) {}

  /** The files that a batch of a flow is given; told before it runs. */
  default void reading(Flow flow, Collection<Slice> slices) {}

  /**
   * A flow committed rows.
   *
   * @param batch the batch number; 0 for a view
   * @param rules the rules that the counts belong to
   */
  void committed(Flow flow, long batch, WriteResult result, List<RowRule> rules);

  /** Something about a flow that a person should know, and that stops nothing. */
  default void warned(Flow flow, String message) {}

  /** Rows of a flow came after their time had been closed, and were left out. */
  default void late(Flow flow, long rows) {}

  /**
   * Rows were read that gave none to write yet: the flow keeps them in its state.
   *
   * @param views what rules of views found in them
   */
  default void remembered(Flow flow, SourceReads reads, List<ViewCount> views) {}

  /** A flow ended well; {@code idle} if there was nothing to do. */
  void completed(Flow flow, boolean idle);

  /** The table got a new version without new rows: it was created, emptied, or given columns. */
  void altered(long version);

  /** The table got a new version in which the same rows lie in other files. */
  default void maintained(long version) {
    altered(version);
  }
}
