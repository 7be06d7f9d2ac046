/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine;

import io.lakeward.analysis.query.AnalyzedQuery;
import io.lakeward.engine.event.EventListener;
import io.lakeward.engine.event.EventLog;
import io.lakeward.engine.event.EventOrigin;
import io.lakeward.engine.event.EventRetention;
import io.lakeward.engine.event.EventWriter;
import io.lakeward.engine.executor.Executor;
import io.lakeward.engine.flow.RefreshServices;
import io.lakeward.engine.notice.Notifications;
import io.lakeward.engine.update.UpdateEvents;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.pipeline.SqlText;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The event log around one update: who writes it, who is told, and what becomes of it after. */
final class UpdateLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UpdateLog.class);

  private final PipelineSettings settings;
  private final Clock clock;
  private final EventLog log;
  private final UpdateEvents events;
  private final Optional<EventLogPublisher> publisher;

  UpdateLog(
      ProjectLayout layout,
      PipelineSettings settings,
      Clock clock,
      String updateId,
      RefreshServices services) {
    this.settings = settings;
    this.clock = clock;
    this.log = new EventLog(layout.events());
    this.publisher =
        settings
            .monitoring()
            .eventLogTable()
            .map(target -> new EventLogPublisher(target, layout.pipelineId(), services));
    this.events =
        new UpdateEvents(
            new EventWriter(
                layout.events(),
                clock,
                new EventOrigin(
                    layout.pipelineId(),
                    settings.name(),
                    updateId,
                    System.getProperty("user.name", "")),
                listeners(settings, layout.project())));
  }

  /** Those of the user's jars, and the one that sends the notifications of the settings. */
  private static List<EventListener> listeners(PipelineSettings settings, Path project) {
    List<EventListener> listeners = new ArrayList<>(ListenerJars.of(settings, project).load());
    if (!settings.monitoring().notifications().isEmpty()) {
      listeners.add(
          new Notifications(
              settings.monitoring().notifications(), settings.configuration(), System.getenv()));
    }
    return listeners;
  }

  UpdateEvents events() {
    return events;
  }

  /**
   * @throws io.lakeward.model.problem.ProjectException if the log is to be published into a table
   *     that is something else
   */
  void checkTarget() {
    publisher.ifPresent(EventLogPublisher::checkTarget);
  }

  /**
   * Publishes the log and forgets its oldest events. The update is over, so what goes wrong here is
   * written into the log and stops nothing.
   */
  void keep(Function<SqlText, AnalyzedQuery> analyzer, Function<LogicalPlan, Executor> executors) {
    try {
      publisher.ifPresent(p -> p.publish(log, analyzer, executors));
      EventRetention.of(settings.configuration()).apply(log, clock.instant());
    } catch (RuntimeException e) {
      LOG.warn("The event log could not be published or shortened", e);
      events.hookProgress("event_log", "FAILED", Optional.of(e));
    }
  }

  @Override
  public void close() {
    events.close();
  }
}
