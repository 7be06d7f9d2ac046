/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.engine.event.EventFilter;
import io.lakeward.engine.event.EventLog;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.engine.state.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which tables the last update has failed or skipped, as its events tell; those that a killed
 * process left behind among them.
 */
public final class FailedTables {
  private static final EventFilter FLOWS =
      new EventFilter(Set.of("create_update", "flow_progress"), Set.of(), Set.of());
  private static final Set<String> GOOD =
      Set.of(
          FlowState.COMPLETED.name(),
          FlowState.EXCLUDED.name(),
          FlowState.IDLE.name(),
          FlowState.STOPPED.name());

  private FailedTables() {}

  /** Their full names; none if there was no update, or it was refused before any table began. */
  public static List<String> of(EventLog log) {
    String last = "";
    Map<String, Map<String, String>> statesByTable = new LinkedHashMap<>();
    for (PipelineEvent event : log.read(FLOWS)) {
      JsonNode json = parse(event);
      String update = json.at("/origin/update_id").asText();
      if (!update.equals(last)) {
        last = update;
        statesByTable.clear();
      }
      if (event.eventType().equals("flow_progress") && event.dataset().isPresent()) {
        statesByTable
            .computeIfAbsent(event.dataset().get(), table -> new HashMap<>())
            .put(
                json.at("/origin/flow_name").asText(),
                json.at("/details/flow_progress/status").asText());
      }
    }
    List<String> failed = new ArrayList<>();
    statesByTable.forEach(
        (table, states) -> {
          if (!GOOD.containsAll(states.values())) {
            failed.add(table);
          }
        });
    return failed;
  }

  private static JsonNode parse(PipelineEvent event) {
    try {
      return Json.parse(event.json());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an event that was read is no JSON", e);
    }
  }
}
