/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.quality;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.engine.event.EventFilter;
import io.lakeward.engine.event.EventLog;
import io.lakeward.engine.event.PipelineEvent;
import io.lakeward.engine.quality.RuleHistory.Check;
import io.lakeward.engine.state.Json;
import io.lakeward.engine.update.FlowState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the expectations of a pipeline found in its latest updates. A batch that failed is done
 * again by the next update, so its rows count only once it has been written.
 *
 * @param updates oldest first
 */
public record QualityHistory(List<Update> updates, List<RuleHistory> rules) {
  private static final Set<String> TYPES =
      Set.of("create_update", "update_progress", "dataset_definition", "flow_progress");

  public QualityHistory {
    updates = List.copyOf(updates);
    rules = List.copyOf(rules);
  }

  /**
   * An update of the history.
   *
   * @param state the last one that was told, such as COMPLETED
   */
  public record Update(String id, Instant start, String state) {}

  /**
   * @param last how many updates to look back
   */
  public static QualityHistory of(EventLog log, int last) {
    Reading reading = new Reading();
    log.read(new EventFilter(TYPES, Set.of(), Set.of())).forEach(reading::add);
    return reading.history(last);
  }

  private record Rule(String dataset, String name) {}

  private static final class Reading {
    private final Map<String, Update> updates = new LinkedHashMap<>();
    private final Map<Rule, Map<String, Check>> checks = new LinkedHashMap<>();
    private final Map<Rule, String> actions = new HashMap<>();

    void add(PipelineEvent event) {
      JsonNode json = parse(event);
      String update = json.at("/origin/update_id").asText();
      JsonNode details = json.path("details").path(event.eventType());
      switch (event.eventType()) {
        case "create_update" ->
            updates.put(update, new Update(update, event.timestamp(), "RUNNING"));
        case "update_progress" ->
            updates.computeIfPresent(
                update, (id, u) -> new Update(id, u.start(), details.path("state").asText()));
        case "dataset_definition" -> define(details);
        default -> {
          if (!details.path("status").asText().equals(FlowState.FAILED.name())) {
            count(update, details.at("/data_quality/expectations"));
          }
        }
      }
    }

    private void define(JsonNode dataset) {
      for (JsonNode rule : dataset.path("expectations")) {
        Rule key = new Rule(dataset.path("name").asText(), rule.path("name").asText());
        checks.putIfAbsent(key, new HashMap<>());
        actions.put(key, rule.path("action").asText());
      }
    }

    private void count(String update, JsonNode expectations) {
      for (JsonNode rule : expectations) {
        Rule key = new Rule(rule.path("dataset").asText(), rule.path("name").asText());
        checks
            .computeIfAbsent(key, k -> new HashMap<>())
            .merge(
                update,
                new Check(
                    rule.path("passed_records").asLong(), rule.path("failed_records").asLong()),
                (a, b) -> new Check(a.passed() + b.passed(), a.failed() + b.failed()));
      }
    }

    QualityHistory history(int last) {
      List<Update> all = new ArrayList<>(updates.values());
      List<Update> kept = all.subList(Math.max(0, all.size() - last), all.size());
      List<RuleHistory> rules = new ArrayList<>();
      checks.forEach(
          (rule, found) ->
              rules.add(
                  new RuleHistory(
                      rule.dataset(),
                      rule.name(),
                      actions.getOrDefault(rule, ""),
                      kept.stream()
                          .map(u -> found.getOrDefault(u.id(), new Check(0, 0)))
                          .toList())));
      return new QualityHistory(kept, rules);
    }

    private static JsonNode parse(PipelineEvent event) {
      try {
        return Json.parse(event.json());
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("an event that was read is no JSON", e);
      }
    }
  }
}
