/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.state.Json;
import io.lakeward.model.name.TableName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The published views. */
public final class ViewStore {
  private final ObjectStore store;

  public ViewStore(Path folder) {
    this.store = new ObjectStore(folder);
  }

  public Optional<PublishedView> find(TableName name) {
    return store.find(name).map(ViewStore::fromJson);
  }

  public List<PublishedView> all() {
    return store.all().stream().map(ViewStore::fromJson).toList();
  }

  public void put(PublishedView view) {
    store.put(view.name(), toJson(view));
  }

  /** False if there was no such view. */
  public boolean remove(TableName name) {
    return store.remove(name);
  }

  /** Publishes a pipeline's views, and takes back those that it does not define any more. */
  public void replace(String pipelineId, List<PublishedView> views) {
    for (PublishedView old : all()) {
      boolean stays = views.stream().anyMatch(view -> view.name().equals(old.name()));
      if (old.pipelineId().equals(pipelineId) && !stays) {
        store.remove(old.name());
      }
    }
    views.forEach(view -> store.put(view.name(), toJson(view)));
  }

  private static JsonNode toJson(PublishedView view) {
    ObjectNode json = Json.object();
    Names.put(json, view.name());
    json.put("sql", view.sql());
    json.put("current_catalog", view.catalog());
    json.put("current_schema", view.schema());
    ObjectNode conf = json.putObject("conf");
    view.conf().forEach(conf::put);
    ArrayNode columns = json.putArray("columns");
    view.columns().forEach(columns::add);
    view.comment().ifPresent(comment -> json.put("comment", comment));
    json.put("pipeline_id", view.pipelineId());
    return json;
  }

  private static PublishedView fromJson(JsonNode json) {
    Map<String, String> conf = new HashMap<>();
    json.path("conf").properties().forEach(e -> conf.put(e.getKey(), e.getValue().asText()));
    List<String> columns = new ArrayList<>();
    json.path("columns").forEach(column -> columns.add(column.asText()));
    return new PublishedView(
        Names.of(json),
        json.path("sql").asText(),
        json.path("current_catalog").asText(),
        json.path("current_schema").asText(),
        conf,
        columns,
        Names.text(json, "comment"),
        json.path("pipeline_id").asText());
  }
}
