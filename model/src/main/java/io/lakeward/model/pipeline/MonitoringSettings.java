/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.name.TableName;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * Who is told about what a pipeline does, and how.
 *
 * @param pipelineId another name for the pipeline, from {@code id}
 * @param eventLogTable the table into which the event log is copied
 */
public record MonitoringSettings(
    Optional<String> pipelineId,
    Optional<PublishedLog> eventLogTable,
    List<Notification> notifications) {
  public MonitoringSettings {
    notifications = List.copyOf(notifications);
  }

  /** Nobody is told. */
  public static MonitoringSettings none() {
    return new MonitoringSettings(Optional.empty(), Optional.empty(), List.of());
  }

  /** A table for the event log, and the place in the settings where it is named. */
  public record PublishedLog(TableName table, SourceSpan where) {}
}
