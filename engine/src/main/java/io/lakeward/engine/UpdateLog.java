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
import io.lakeward.engine.state.PipelineLock;
import io.lakeward.engine.update.UpdateEvents;
import io.lakeward.engine.update.UpdateEvents.UserAction;
import io.lakeward.engine.update.UpdateRequest;
import io.lakeward.language.project.PipelineProject;
import io.lakeward.language.sql.OldSpellings;
import io.lakeward.model.pipeline.PipelineSettings;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.ProjectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
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
      PipelineProject project,
      Clock clock,
      String updateId,
      RefreshServices services) {
    this.settings = project.settings();
    this.clock = clock;
    this.log = new EventLog(layout.events());
    this.publisher =
        settings
            .monitoring()
            .eventLogTable()
            .map(target -> new EventLogPublisher(target, layout.pipelineId(), services));
    this.events = events(layout, project, clock, updateId, listeners(settings, layout.project()));
  }

  private static UpdateEvents events(
      ProjectLayout layout,
      PipelineProject project,
      Clock clock,
      String updateId,
      List<EventListener> listeners) {
    String user = System.getProperty("user.name", "");
    EventOrigin origin =
        new EventOrigin(layout.pipelineId(), project.settings().name(), updateId, user);
    return new UpdateEvents(
        new EventWriter(layout.events(), clock, origin, listeners),
        project.files().stream().flatMap(file -> OldSpellings.in(file).stream()).toList());
  }

  /**
   * Writes down an update that is not begun because the project makes no sense; not while another
   * one is running, for a log has one writer. A project that has never run is left as it is.
   */
  static void refused(
      ProjectLayout layout,
      PipelineProject project,
      Clock clock,
      UpdateRequest request,
      ProjectException why) {
    if (!Files.isDirectory(layout.events())) {
      return;
    }
    alone(
        layout,
        clock,
        settled -> {
          String id = UUID.randomUUID().toString();
          List<EventListener> listeners = listenersIfAny(project.settings(), layout.project());
          try (UpdateEvents events = events(settled, project, clock, id, listeners)) {
            events.refused(project.settings(), request, why);
          }
        });
  }

  /** Writes down that the pipeline is deleted; called by whoever holds its lock. */
  static void deleted(ProjectLayout layout, PipelineProject project, Clock clock) {
    try (UpdateEvents events = events(layout.settled(), project, clock, "", List.of())) {
      events.userAction(UserAction.DELETE);
    }
  }

  private static void alone(ProjectLayout layout, Clock clock, Consumer<ProjectLayout> writer) {
    try (PipelineLock lock = PipelineLock.acquire(layout.lock(), clock.instant())) {
      writer.accept(layout.settled());
    } catch (RuntimeException e) {
      LOG.warn("The event log was not written", e);
    }
  }

  /** None if their settings are what is wrong. */
  private static List<EventListener> listenersIfAny(PipelineSettings settings, Path project) {
    try {
      return listeners(settings, project);
    } catch (ProjectException e) {
      return List.of();
    }
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
