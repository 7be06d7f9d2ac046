/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.stream;

import io.lakeward.analysis.plan.CheckedRows;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.engine.executor.ExpectationViolationException;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.SourceReads;
import io.lakeward.engine.executor.StreamFeed;
import io.lakeward.engine.executor.StreamListener;
import io.lakeward.engine.executor.StreamRequest;
import io.lakeward.engine.executor.StreamResult;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.executor.spark.failure.SparkProblems;
import io.lakeward.executor.spark.scan.CheckedView;
import io.lakeward.executor.spark.scan.SliceScans;
import io.lakeward.executor.spark.session.Collector;
import io.lakeward.executor.spark.write.TableWriter;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.IdentityColumn;
import io.lakeward.tables.WriteMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.streaming.Unassigned$;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.streaming.runtime.StreamingExecutionRelation;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.apache.spark.sql.streaming.Trigger;
import scala.Option;

/**
 * One run of a streaming query that keeps state. Spark plans the batches and keeps the state; the
 * rows of each batch are committed by us, with its number, and a batch that is there already is
 * computed again for its state and not committed.
 */
public final class StatefulQuery {
  private static final String FOLDING =
      "org.apache.spark.sql.catalyst.optimizer.ConvertToLocalRelation,"
          + "org.apache.spark.sql.catalyst.optimizer.PropagateEmptyRelation";

  private final SparkSession session;
  private final StreamRequest request;
  private final StreamListener listener;
  private final VolumePaths paths;
  private final TableWriter writer;
  private final StatefulPlan plan;
  private final Watermarks watermarks;
  private final Map<String, FeedSource> sources = new LinkedHashMap<>();
  private final SliceScans tables;
  private boolean restored;
  private SourceReads uncommitted = SourceReads.NONE;
  private List<CheckedView> uncommittedViews = List.of();

  /**
   * @param session of this query alone
   */
  public StatefulQuery(
      SparkSession session,
      StreamRequest request,
      StreamListener listener,
      VolumePaths paths,
      TableWriter writer) {
    this.session = session;
    this.request = request;
    this.listener = listener;
    this.paths = paths;
    this.writer = writer;
    this.plan = StatefulPlan.of(request.plan());
    this.watermarks = new Watermarks(request.checkpoint());
    this.tables = new SliceScans(session, request.tables(), paths);
  }

  /** Runs until the sources have nothing new. */
  public StreamResult run() {
    plan.whyRefused()
        .ifPresent(
            reason -> {
              throw SparkProblems.unsupported(reason);
            });
    String what = "new rows of " + request.target().name() + " were computed";
    // One line for each batch, of which a run may have many.
    session.conf().set("spark.sql.streaming.numRecentProgressUpdates", "100000");
    // Otherwise the state's columns can hold NULL in batches in which a source has no rows, and
    // cannot in others, and Spark takes that for a change of the query.
    session.conf().set("spark.sql.optimizer.excludedRules", FOLDING);
    try {
      Dataset<Row> rows = Dataset$.MODULE$.ofRows(session, bound());
      StreamingQuery query =
          rows.writeStream()
              .outputMode(plan.mode())
              .option("checkpointLocation", request.checkpoint().toUri().toString())
              .trigger(Trigger.AvailableNow())
              .foreachBatch((VoidFunction2<Dataset<Row>, Long>) this::commit)
              .start();
      query.awaitTermination();
      watermarks.save(query);
      for (StreamingQueryProgress progress : query.recentProgress()) {
        listener.progressed(progress.json());
      }
      return new StreamResult(
          positions(),
          lateRows(query),
          uncommitted,
          uncommittedViews.stream().map(CheckedView::count).toList());
    } catch (ProjectException e) {
      throw e;
    } catch (StreamingQueryException | TimeoutException e) {
      throw SparkProblems.explain(what, e);
    } catch (Exception | OutOfMemoryError | StackOverflowError e) {
      throw SparkProblems.explain(what, e);
    }
  }

  private LogicalPlan bound() {
    // From above, so that a view is taken before its source.
    return Plans.transformDown(
        plan.plan(),
        node -> {
          if (node instanceof CheckedRows view) {
            return StreamViews.streamOf(view).map(source -> stream(view, source)).orElse(view);
          }
          if (node instanceof SourceRelation relation) {
            return relation.isStreaming() ? stream(relation, relation) : tables.scan(relation);
          }
          return node;
        });
  }

  /**
   * @param read the source, or a view with rules over it
   */
  private LogicalPlan stream(LogicalPlan read, SourceRelation relation) {
    StreamFeed feed = request.feeds().get(relation.id());
    if (feed == null) {
      throw new IllegalArgumentException("no rows are bound to the source " + relation.id());
    }
    FeedSource source =
        sources.computeIfAbsent(
            relation.id(),
            id ->
                new FeedSource(
                    read,
                    relation,
                    feed,
                    request.tables(),
                    session,
                    paths,
                    this::restoreWatermarks));
    return new StreamingExecutionRelation(
        source, read.output(), Option.empty(), Unassigned$.MODULE$, session);
  }

  /** Once, by whichever source is used first. */
  private void restoreWatermarks() {
    if (!restored) {
      restored = true;
      watermarks.restore(session);
    }
  }

  private void commit(Dataset<Row> batch, Long number) {
    org.apache.spark.sql.classic.Dataset<Row> rows =
        (org.apache.spark.sql.classic.Dataset<Row>) batch;
    TableWriter.Work work =
        new TableWriter.Work(
            rows.sparkSession(),
            asPlanned(rows.logicalPlan()),
            this::reads,
            this::views,
            request.rules(),
            target(),
            Optional.of(new TransactionMark(request.appId(), number)),
            Optional.empty());
    long done =
        DeltaTable.at(request.target().path()).transactionVersion(request.appId()).orElse(-1);
    if (done >= number) {
      writer.computeOnly(work);
    } else {
      WriteMode mode = plan.replacesRows() ? WriteMode.OVERWRITE : WriteMode.APPEND;
      Optional<WriteResult> written;
      try {
        written = writer.writeUnlessEmpty(work, mode, listener);
      } catch (ExpectationViolationException e) {
        throw listener.broken(e, (condition, limit) -> first(work, condition, limit));
      }
      written.ifPresent(result -> listener.committed(number, result));
      uncommittedViews = written.isPresent() ? List.of() : views();
      uncommitted = written.isPresent() ? SourceReads.NONE : reads();
    }
    sources.values().forEach(FeedSource::finishBatch);
  }

  private static QueryResult first(TableWriter.Work work, Expression condition, int limit) {
    return Collector.collect(
        work.session(), new Filter(condition, work.plan()), work.plan().schema(), limit);
  }

  /** Each batch numbers its rows from where the one before has come to. */
  private WriteTarget target() {
    WriteTarget target = request.target();
    return target.identityColumns().isEmpty()
        ? target
        : DeltaTable.at(target.path())
            .findSnapshot()
            .map(table -> target.withIdentityColumns(IdentityColumn.of(table.schemaJson())))
            .orElse(target);
  }

  /** The batch's rows under the names by which rules know the query's columns. */
  private LogicalPlan asPlanned(LogicalPlan rows) {
    List<Attribute> given = Plans.list(rows.output());
    List<Attribute> planned = Plans.list(request.plan().output());
    List<NamedExpression> items = new ArrayList<>();
    for (int i = 0; i < planned.size(); i++) {
      items.add(
          new Alias(
              given.get(i),
              planned.get(i).name(),
              planned.get(i).exprId(),
              Plans.seq(List.of()),
              Option.empty(),
              Plans.seq(List.of())));
    }
    return new Project(Plans.seq(items), rows);
  }

  private Map<String, String> positions() {
    Map<String, String> positions = new HashMap<>();
    sources.forEach(
        (id, source) -> source.position().ifPresent(position -> positions.put(id, position)));
    return positions;
  }

  private static long lateRows(StreamingQuery query) {
    long late = 0;
    for (StreamingQueryProgress progress : query.recentProgress()) {
      for (var operator : progress.stateOperators()) {
        late += operator.numRowsDroppedByWatermark();
      }
    }
    return late;
  }

  /** What was read since the last commit: rows may come out of the state batches later. */
  private SourceReads reads() {
    return sources.values().stream().map(FeedSource::reads).reduce(uncommitted, SourceReads::plus);
  }

  /** What rules of views found since the last commit. */
  private List<CheckedView> views() {
    List<CheckedView> all = uncommittedViews;
    for (FeedSource source : sources.values()) {
      all = CheckedView.sum(all, source.views());
    }
    return all;
  }
}
