/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.state.Json;
import io.lakeward.model.pipeline.Flow;
import java.util.ArrayList;
import java.util.List;

/**
 * What a streaming flow's batch read, in the form of Spark's {@code StreamingQueryProgress} without
 * rates, which Lakeflow leaves out as well.
 */
final class StreamProgress {
  private static final List<String> RATES =
      List.of("numInputRows", "inputRowsPerSecond", "processedRowsPerSecond");

  /** A part of more characters is not written into the log. */
  private static final int MOST_CHARACTERS = 20_000;

  private StreamProgress() {}

  static ObjectNode of(Flow flow, BatchReport batch, ArrayNode sources) {
    ObjectNode progress = Json.object();
    progress.put("name", flow.name().toString());
    progress.put("batchId", batch.number());
    progress.put("batchDuration", batch.planningMillis() + batch.runningMillis());
    progress
        .putObject("durationMs")
        .put("queryPlanning", batch.planningMillis())
        .put("addBatch", batch.runningMillis())
        .put("triggerExecution", batch.planningMillis() + batch.runningMillis());
    progress.putArray("stateOperators");
    progress.set("sources", sources);
    progress
        .putObject("sink")
        .put("description", flow.target().toString())
        .put("numOutputRows", batch.result().rowsWritten());
    return withoutRates(progress);
  }

  static ObjectNode withoutRates(ObjectNode progress) {
    progress.remove(RATES);
    for (JsonNode source : progress.path("sources")) {
      ((ObjectNode) source).remove(RATES);
    }
    List<String> names = new ArrayList<>();
    progress.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      if (progress.path(name).toString().length() > MOST_CHARACTERS) {
        progress.remove(name);
        progress.put(name + "Truncated", true);
      }
    }
    return progress;
  }
}
