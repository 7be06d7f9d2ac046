/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark;

import io.lakeward.analysis.plan.StreamingShape;
import io.lakeward.autoloader.discovery.VolumePaths;
import io.lakeward.engine.executor.ApplyRequest;
import io.lakeward.engine.executor.ApplyResult;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.QueryResult;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.StreamListener;
import io.lakeward.engine.executor.StreamRequest;
import io.lakeward.engine.executor.StreamResult;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteResult;
import io.lakeward.executor.spark.failure.SparkProblems;
import io.lakeward.executor.spark.scan.SliceScans;
import io.lakeward.executor.spark.session.Collector;
import io.lakeward.executor.spark.session.SparkSessions;
import io.lakeward.executor.spark.stream.StatefulPlan;
import io.lakeward.executor.spark.stream.StatefulQuery;
import io.lakeward.executor.spark.stream.StreamViews;
import io.lakeward.executor.spark.write.ChangeWriter;
import io.lakeward.executor.spark.write.TableWriter;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.tables.WriteMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;

/** Runs plans on Spark. Making one costs nothing: Spark starts with the first plan that is run. */
public final class SparkExecutor implements Executor {
  private final SparkSessions sessions;
  private final VolumePaths paths;
  private final boolean isLocal;
  private final TableWriter writer = new TableWriter();
  private final ChangeWriter changes = new ChangeWriter();

  /**
   * @param paths where source files lie
   */
  public SparkExecutor(SparkSettings settings, VolumePaths paths) {
    Map<String, String> sparks =
        settings.configuration().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith("spark."))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    this.sessions =
        new SparkSessions(
            settings.effectiveMaster(), sparks, settings.sessionTimeZone(), settings.folder());
    this.paths = paths;
    String master = settings.effectiveMaster();
    this.isLocal = master.startsWith("local") && !master.startsWith("local-cluster");
  }

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public boolean isInThisProcess() {
    return isLocal;
  }

  @Override
  public Optional<String> whyUnsupported(LogicalPlan plan, List<RowRule> rules) {
    return StreamingShape.of(plan)
        .statefulReason()
        .flatMap(
            reason ->
                StreamViews.whyUnsupported(plan, reason)
                    .or(() -> StatefulPlan.of(plan).whyRefused()));
  }

  @Override
  public Optional<String> explain(LogicalPlan plan) {
    return Optional.empty();
  }

  @Override
  public WriteResult append(WriteRequest request, WriteListener listener) {
    return write(request, WriteMode.APPEND, listener);
  }

  @Override
  public WriteResult overwrite(WriteRequest request, WriteListener listener) {
    return write(request, WriteMode.OVERWRITE, listener);
  }

  private WriteResult write(WriteRequest request, WriteMode mode, WriteListener listener) {
    SparkSession session = sessions.open(request.query().conf());
    SliceScans scans = new SliceScans(session, request.query().slices(), paths);
    return writer.write(
        new TableWriter.Work(
            session,
            scans.bind(request.query().plan()),
            scans::reads,
            scans::views,
            request.rules(),
            request.target(),
            request.mark(),
            request.operation()),
        mode,
        listener);
  }

  @Override
  public ApplyResult applyChanges(ApplyRequest request, WriteListener listener) {
    SparkSession session = sessions.open(request.query().conf());
    SliceScans scans = new SliceScans(session, request.query().slices(), paths);
    return changes.apply(session, scans, request, listener);
  }

  @Override
  public StreamResult stream(StreamRequest request, StreamListener listener) {
    return new StatefulQuery(sessions.open(request.conf()), request, listener, paths, writer).run();
  }

  @Override
  public QueryResult collect(BoundPlan query, int limit) {
    SparkSession session = sessions.open(query.conf());
    try {
      LogicalPlan plan = new SliceScans(session, query.slices(), paths).bind(query.plan());
      return Collector.collect(session, plan, query.plan().schema(), limit);
    } catch (ProjectException e) {
      throw e;
    } catch (Exception | OutOfMemoryError | StackOverflowError e) {
      throw SparkProblems.explain("its rows were fetched", e);
    }
  }

  @Override
  public void close() {
    sessions.close();
  }
}
