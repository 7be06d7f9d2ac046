/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.state.Json;

/** What all events of an update have in common. */
public record EventOrigin(String pipelineId, String pipelineName, String updateId, String user) {

  ObjectNode toJson() {
    ObjectNode origin = Json.object();
    origin.put("pipeline_id", pipelineId);
    origin.put("pipeline_type", "WORKSPACE");
    origin.put("pipeline_name", pipelineName);
    origin.put("update_id", updateId);
    origin.put("user", user);
    return origin;
  }
}
