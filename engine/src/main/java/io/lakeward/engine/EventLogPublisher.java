/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.plan.SourceRelation;
import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.engine.event.EventLog;
import io.lakeward.engine.executor.BoundPlan;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.executor.Slice;
import io.lakeward.engine.executor.TransactionMark;
import io.lakeward.engine.executor.WriteListener;
import io.lakeward.engine.executor.WriteRequest;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.engine.flow.BatchInput;
import io.lakeward.engine.flow.RefreshServices;
import io.lakeward.model.pipeline.MonitoringSettings.PublishedLog;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceFile;
import io.lakeward.tables.DeltaTable;
import io.lakeward.tables.TableSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.StructType;

/**
 * Copies a pipeline's event log into a Delta table. The number of the last copied event is
 * committed together with the rows, so that each event gets in exactly once.
 */
final class EventLogPublisher {
  private static final String OWNER_PROPERTY = "lakeward.eventLogOf";

  private final PublishedLog target;
  private final String pipelineId;
  private final RefreshServices services;

  EventLogPublisher(PublishedLog target, String pipelineId, RefreshServices services) {
    this.target = target;
    this.pipelineId = pipelineId;
    this.services = services;
  }

  /**
   * @throws ProjectException if the table exists and is something else
   */
  void checkTarget() {
    Optional<TableSnapshot> stored = table().findSnapshot();
    if (stored.isPresent() && !pipelineId.equals(stored.get().properties().get(OWNER_PROPERTY))) {
      throw new ProjectException(
          Problem.of(
                  ProblemCode.TABLE_OWNED_BY_ANOTHER,
                  "The table "
                      + target.table()
                      + " exists already and is not the event log of this pipeline.")
              .at(target.where())
              .withFix("Give the event log another name."));
    }
  }

  /**
   * Copies what is new.
   *
   * @param analyzer gives a query over {@code event_log} its meaning
   * @param executors runs it
   */
  void publish(
      EventLog log,
      Function<SqlText, AnalyzedQuery> analyzer,
      Function<LogicalPlan, Executor> executors) {
    String appId = "event-log/" + pipelineId;
    long newest = log.lastSequence();
    long published = table().transactionVersion(appId).orElse(0);
    if (newest <= published) {
      return;
    }
    AnalyzedQuery query =
        analyzer.apply(
            query(
                "SELECT * FROM event_log('%s') WHERE sequence.control_plane_seq_no > %d AND sequence.control_plane_seq_no <= %d"
                    .formatted(pipelineId, published, newest)));
    Map<String, Slice> slices = new HashMap<>();
    for (SourceRelation relation : query.sources()) {
      slices.put(relation.id(), BatchInput.of(relation, services).slice());
    }
    executors
        .apply(query.plan())
        .append(
            new WriteRequest(
                new BoundPlan(query.plan(), slices),
                List.of(),
                new WriteTarget(
                    target.table(),
                    table().path(),
                    (StructType) query.schema().asNullable(),
                    List.of(),
                    Map.of(OWNER_PROPERTY, pipelineId),
                    Optional.of("Event log of pipeline " + pipelineId)),
                Optional.of(new TransactionMark(appId, newest))),
            WriteListener.none());
  }

  private SqlText query(String sql) {
    SourceFile file = new SourceFile("<query>", sql);
    return new SqlText(
        file.span(0, sql.length()),
        sql,
        target.table().catalog(),
        target.table().schema(),
        Map.of());
  }

  private DeltaTable table() {
    return services.table(target.table());
  }
}
