/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.scan;

import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.SourceReads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.plans.logical.EventTimeWatermark;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;

/** Puts readings of fixed files in the place of a plan's leaves, and knows what they read. */
public final class SliceScans {
  private final SparkSession session;
  private final Map<String, Slice> slices;
  private final VolumePaths paths;
  private final Map<String, RecordSpec> specs = new HashMap<>();
  private final Map<String, ReadCounts> counts = new HashMap<>();
  private final Map<String, Long> tableRows = new HashMap<>();
  private final CheckedViews views;

  /**
   * @param paths where source files lie
   */
  public SliceScans(SparkSession session, Map<String, Slice> slices, VolumePaths paths) {
    this.session = session;
    this.slices = slices;
    this.paths = paths;
    this.views = new CheckedViews(session);
  }

  /** The plan over its slices, as a batch. */
  public LogicalPlan bind(LogicalPlan plan) {
    return Plans.transformUp(
        plan,
        node -> {
          if (node instanceof SourceRelation relation) {
            return scan(relation);
          }
          if (node instanceof CheckedRows view) {
            return views.bind(view);
          }
          // The rows of one batch are all there: nothing is late.
          return node instanceof EventTimeWatermark mark ? mark.child() : node;
        });
  }

  /** One leaf over its slice, with the leaf's own columns. */
  public LogicalPlan scan(SourceRelation relation) {
    Slice slice = slices.get(relation.id());
    if (slice == null) {
      throw new IllegalArgumentException("no slice is bound to the source " + relation.id());
    }
    return slice instanceof Slice.TableFiles table
        ? table(relation, table)
        : records(relation, (Slice.SourceFiles) slice);
  }

  private LogicalPlan table(SourceRelation relation, Slice.TableFiles slice) {
    tableRows.put(
        relation.id(), slice.files().stream().mapToLong(f -> f.numRecords().orElse(0L)).sum());
    return new TableFilesScan(session).rows(Plans.list(relation.output()), slice);
  }

  private LogicalPlan records(SourceRelation relation, Slice.SourceFiles slice) {
    if (slice.files().isEmpty()) {
      return new LocalRelation(relation.output(), Plans.seq(List.of()), false, Option.empty());
    }
    List<AttributeReference> output = new ArrayList<>();
    for (Attribute column : Plans.list(relation.output())) {
      // A value of a file may be missing, whatever is said of the column.
      output.add((AttributeReference) column);
    }
    RecordSpec spec =
        specs.computeIfAbsent(
            relation.id(),
            id ->
                new RecordSpec(slice, paths, session.sessionState().conf().sessionLocalTimeZone()));
    ReadCounts counted =
        counts.computeIfAbsent(
            relation.id(),
            id -> {
              ReadCounts fresh = new ReadCounts();
              fresh.register(session.sparkContext(), Option.empty(), false);
              return fresh;
            });
    RecordTable table =
        new RecordTable(
            relation.id(),
            spec,
            TableFilesScan.schema(output),
            counted,
            session.sparkContext().defaultParallelism());
    return new DataSourceV2Relation(
        table,
        Plans.seq(output),
        Option.empty(),
        Option.empty(),
        CaseInsensitiveStringMap.empty(),
        Option.empty());
  }

  /** What the rules of views found in all their rows; to be asked when the query has run. */
  public List<CheckedView> views() {
    return views.counted();
  }

  /** Rows that the leaves gave; complete when the query has run. */
  public SourceReads reads() {
    return new SourceReads(
        tableRows.values().stream().mapToLong(Long::longValue).sum()
            + counts.values().stream().mapToLong(ReadCounts::records).sum(),
        counts.values().stream().mapToLong(ReadCounts::malformed).sum(),
        counts.values().stream().mapToLong(ReadCounts::rescued).sum(),
        counts.values().stream().flatMap(count -> count.skipped().stream()).toList());
  }
}
