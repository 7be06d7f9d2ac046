/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.engine.state.Json;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlFunction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The functions of SQL that were made with {@code CREATE FUNCTION}. */
public final class FunctionStore {
  private final ObjectStore store;

  public FunctionStore(Path folder) {
    this.store = new ObjectStore(folder);
  }

  public Optional<SqlFunction> find(TableName name) {
    return store.find(name).map(FunctionStore::fromJson);
  }

  public List<SqlFunction> all() {
    return store.all().stream().map(FunctionStore::fromJson).toList();
  }

  public void put(SqlFunction function) {
    store.put(function.name(), toJson(function));
  }

  /** False if there was no such function. */
  public boolean remove(TableName name) {
    return store.remove(name);
  }

  private static JsonNode toJson(SqlFunction function) {
    ObjectNode json = Json.object();
    Names.put(json, function.name());
    ArrayNode parameters = json.putArray("parameters");
    for (SqlFunction.Parameter parameter : function.parameters()) {
      ObjectNode entry = parameters.addObject();
      entry.put("name", parameter.name());
      entry.put("type", parameter.type());
      parameter.defaultValue().ifPresent(value -> entry.put("default", value));
    }
    function.returnType().ifPresent(type -> json.put("returns", type));
    function
        .rows()
        .ifPresent(
            columns -> {
              ArrayNode rows = json.putArray("rows");
              columns.forEach(
                  column -> rows.addObject().put("name", column.name()).put("type", column.type()));
            });
    json.put("body", function.body());
    function.comment().ifPresent(comment -> json.put("comment", comment));
    return json;
  }

  private static SqlFunction fromJson(JsonNode json) {
    List<SqlFunction.Parameter> parameters = new ArrayList<>();
    for (JsonNode entry : json.path("parameters")) {
      parameters.add(
          new SqlFunction.Parameter(
              entry.path("name").asText(),
              entry.path("type").asText(),
              Names.text(entry, "default")));
    }
    return new SqlFunction(
        Names.of(json),
        parameters,
        Names.text(json, "returns"),
        rows(json),
        json.path("body").asText(),
        Names.text(json, "comment"));
  }

  private static Optional<List<SqlFunction.ResultColumn>> rows(JsonNode json) {
    if (!json.has("rows")) {
      return Optional.empty();
    }
    List<SqlFunction.ResultColumn> columns = new ArrayList<>();
    for (JsonNode column : json.path("rows")) {
      columns.add(
          new SqlFunction.ResultColumn(column.path("name").asText(), column.path("type").asText()));
    }
    return Optional.of(columns);
  }
}
