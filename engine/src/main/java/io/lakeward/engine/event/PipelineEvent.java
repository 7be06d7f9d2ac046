/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

import java.time.Instant;
import java.util.Optional;

/**
 * One event as it was read from the log.
 *
 * @param dataset name of the dataset that it is about, if it is about one
 * @param json the whole event, one JSON object on one line
 */
public record PipelineEvent(
    String id,
    Instant timestamp,
    EventLevel level,
    String eventType,
    String message,
    Optional<String> dataset,
    String json) {}
