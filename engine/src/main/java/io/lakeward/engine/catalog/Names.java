/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.model.name.TableName;
import java.util.Optional;

/** Names in the files of the catalog. */
final class Names {
  private Names() {}

  static void put(ObjectNode json, TableName name) {
    json.put("catalog", name.catalog());
    json.put("schema", name.schema());
    json.put("name", name.table());
  }

  static TableName of(JsonNode json) {
    return new TableName(
        json.path("catalog").asText(), json.path("schema").asText(), json.path("name").asText());
  }

  static Optional<String> text(JsonNode json, String field) {
    return Optional.ofNullable(json.path(field).textValue());
  }
}
