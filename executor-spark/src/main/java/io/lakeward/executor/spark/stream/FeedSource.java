/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.stream;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.engine.executor.StreamFeed;
import io.lakeward.executor.spark.scan.CheckedView;
import io.lakeward.executor.spark.scan.CheckedViews;
import io.lakeward.executor.spark.scan.CountedRows;
import io.lakeward.executor.spark.scan.SliceScans;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;
import org.apache.spark.sql.execution.streaming.Offset;
import org.apache.spark.sql.execution.streaming.Source;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * One streaming source of a query: where it stands, and the rows between two positions. A source
 * that the query reads through a view with rules gives the view's rows, which are checked batch by
 * batch.
 */
final class FeedSource implements Source, SupportsTriggerAvailableNow {
  private final LogicalPlan read;
  private final SourceRelation relation;
  private final StreamFeed feed;
  private final Map<String, Slice> tables;
  private final SparkSession session;
  private final VolumePaths paths;
  private final Runnable beforeFirstUse;
  private boolean used;
  private @Nullable SliceScans scans;
  private @Nullable CountedRows counted;
  private @Nullable FeedOffset last;

  /**
   * @param read the source, or a view with rules over it and over tables
   * @param relation the source
   * @param tables what tables the view reads besides
   * @param beforeFirstUse is called once on the query's own thread, when its watermarks have been
   *     read and no batch has been planned
   */
  FeedSource(
      LogicalPlan read,
      SourceRelation relation,
      StreamFeed feed,
      Map<String, Slice> tables,
      SparkSession session,
      VolumePaths paths,
      Runnable beforeFirstUse) {
    this.read = read;
    this.relation = relation;
    this.feed = feed;
    this.tables = tables;
    this.session = session;
    this.paths = paths;
    this.beforeFirstUse = beforeFirstUse;
  }

  @Override
  public StructType schema() {
    return DataTypeUtils.fromAttributes(read.output());
  }

  /** How far the source was read, if it ever was. */
  Optional<String> position() {
    return Optional.ofNullable(last).map(FeedOffset::position);
  }

  /** What the last batch read. */
  SourceReads reads() {
    SliceScans last = scans;
    CountedRows rows = counted;
    if (last == null || rows == null) {
      return SourceReads.NONE;
    }
    SourceReads all = last.reads();
    return new SourceReads(rows.count(), all.malformed(), all.rescued(), all.skippedFiles());
  }

  /** What the rules of the view found in the last batch; to be asked when it has run. */
  List<CheckedView> views() {
    SliceScans last = scans;
    return last == null ? List.of() : last.views();
  }

  /** Forgets the counts of a batch that is done. */
  void finishBatch() {
    scans = null;
    counted = null;
  }

  @Override
  public void prepareForTriggerAvailableNow() {}

  @Override
  public @Nullable Offset latestOffset(
      org.apache.spark.sql.connector.read.streaming.@Nullable Offset start, ReadLimit limit) {
    prepare();
    Optional<String> position =
        Optional.ofNullable(start).map(FeedOffset::of).map(FeedOffset::position);
    Optional<StreamFeed.Step> next = feed.next(position);
    FeedOffset end =
        next.map(step -> new FeedOffset(step.end(), step.skipped()))
            .orElseGet(() -> start == null ? null : FeedOffset.of(start));
    if (end != null) {
      last = end;
    }
    return end;
  }

  @Override
  public Option<Offset> getOffset() {
    throw new UnsupportedOperationException("offsets are asked for with a limit");
  }

  @Override
  public Dataset<Row> getBatch(Option<Offset> start, Offset end) {
    prepare();
    FeedOffset to = FeedOffset.of(end);
    last = to;
    Optional<String> from =
        start.isDefined()
            ? Optional.of(FeedOffset.of(start.get()).position())
            : Optional.<String>empty();
    if (from.isEmpty() && to.isSkipped() || from.equals(Optional.of(to.position()))) {
      return Dataset$.MODULE$.ofRows(
          session, new LocalRelation(read.output(), Plans.seq(List.of()), true, Option.empty()));
    }
    Map<String, Slice> slices = new HashMap<>(tables);
    slices.put(relation.id(), feed.slice(from, to.position()));
    SliceScans reading = new SliceScans(session, slices, paths);
    CountedRows counting = new CountedRows(session.sparkContext());
    RDD<InternalRow> rows = counting.of(rdd(reading.scan(relation)));
    if (read != relation) {
      LogicalPlan leaf = CheckedViews.leaf(relation.output(), rows, session);
      rows = rdd(reading.bind(Plans.transformUp(read, n -> n.equals(relation) ? leaf : n)));
    }
    scans = reading;
    counted = counting;
    return session.internalCreateDataFrame(rows, schema(), true);
  }

  private RDD<InternalRow> rdd(LogicalPlan rows) {
    return Dataset$.MODULE$.ofRows(session, rows).queryExecution().toRdd();
  }

  private void prepare() {
    if (!used) {
      used = true;
      beforeFirstUse.run();
    }
  }

  @Override
  public void stop() {}
}
