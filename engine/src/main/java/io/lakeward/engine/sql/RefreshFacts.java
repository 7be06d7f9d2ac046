/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.engine.event.EventFilter;
import io.lakeward.engine.event.EventLog;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.update.FlowState;
import io.lakeward.model.name.TableName;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How a dataset's last refresh went, as the event log tells. */
final class RefreshFacts {
  private static final Set<FlowState> GOOD = EnumSet.of(FlowState.COMPLETED, FlowState.IDLE);

  private final Map<String, FlowState> states = new HashMap<>();
  private String update = "";
  private Optional<String> technique = Optional.empty();
  private Optional<Instant> refreshed = Optional.empty();

  private RefreshFacts() {}

  /** Adds rows in the shape of DESCRIBE EXTENDED; none if no update has come to the dataset. */
  static void addTo(Rows rows, TableName dataset, EventLog log) {
    RefreshFacts facts = new RefreshFacts();
    log.read(
            new EventFilter(
                Set.of("flow_progress", "planning_information"),
                Set.of(),
                Set.of(dataset.toString())))
        .forEach(facts::hear);
    if (facts.states.isEmpty()) {
      return;
    }
    rows.add("", "", "");
    rows.add("# Refresh Information", "", "");
    facts.refreshed.ifPresent(time -> rows.add("Last Refreshed", time.toString(), ""));
    facts.technique.ifPresent(kind -> rows.add("Last Refresh Type", kind, ""));
    rows.add("Latest Refresh Status", status(facts.states.values()), "");
    rows.add("Latest Refresh", facts.update, "");
    rows.add("Refresh Schedule", "MANUAL", "");
  }

  private void hear(PipelineEvent event) {
    JsonNode json = parse(event);
    JsonNode details = json.path("details").path(event.eventType());
    String id = json.at("/origin/update_id").asText();
    if (event.eventType().equals("planning_information")) {
      String type = details.at("/technique_information/0/maintenance_type").asText();
      if (!type.isEmpty()) { // an event that tells the engine has none
        begin(id);
        technique = Optional.of(type.endsWith("NO_OP") ? "No change" : "Full recompute");
      }
      return;
    }
    FlowState state = state(details.path("status").asText());
    if (state == FlowState.EXCLUDED) {
      return;
    }
    begin(id);
    states.put(json.at("/origin/flow_name").asText(), state);
    if (GOOD.contains(state)) {
      refreshed = Optional.of(event.timestamp());
    }
  }

  private void begin(String id) {
    if (!id.equals(update)) {
      update = id;
      states.clear();
    }
  }

  private static FlowState state(String word) {
    return word.equals("STARTING") ? FlowState.PLANNING : FlowState.valueOf(word);
  }

  private static String status(Collection<FlowState> states) {
    if (states.contains(FlowState.FAILED)) {
      return "Failed";
    }
    if (states.contains(FlowState.SKIPPED)) {
      return "Skipped";
    }
    if (states.contains(FlowState.STOPPED)) {
      return "Stopped";
    }
    return GOOD.containsAll(states) ? "Succeeded" : "Running";
  }

  private static JsonNode parse(PipelineEvent event) {
    try {
      return Json.parse(event.json());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an event that was read is no JSON", e);
    }
  }
}
