/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.state.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The bounds of one batch of a streaming flow.
 *
 * @param number from 0, without gaps
 * @param ranges for each streaming source, by its id, the range to read
 */
record BatchPlan(long number, Map<String, SourceRange> ranges) {
  BatchPlan {
    ranges = Map.copyOf(ranges);
  }

  /** Where the source stood at the end of this batch. */
  Optional<JsonNode> end(String sourceId) {
    return Optional.ofNullable(ranges.get(sourceId)).map(SourceRange::end);
  }

  JsonNode toJson() {
    ObjectNode json = Json.object();
    json.put("batch", number);
    ObjectNode sources = json.putObject("sources");
    ranges.forEach(
        (id, range) -> {
          ObjectNode bounds = sources.putObject(id);
          range.start().ifPresent(start -> bounds.set("start", start));
          bounds.set("end", range.end());
        });
    return json;
  }

  static BatchPlan fromJson(JsonNode json) {
    Map<String, SourceRange> ranges = new LinkedHashMap<>();
    json.path("sources")
        .properties()
        .forEach(
            source ->
                ranges.put(
                    source.getKey(),
                    new SourceRange(
                        Optional.ofNullable(source.getValue().get("start")),
                        source.getValue().path("end"))));
    return new BatchPlan(json.path("batch").asLong(), ranges);
  }
}
