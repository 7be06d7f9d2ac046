/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.autoloader.schema.LearnedSchema;
import io.lakeward.engine.state.Json;
import java.io.IOException;
import java.time.Instant;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * One of the schemas that a source has had; it is whole, and is never changed.
 *
 * @param number from 0
 * @param made when
 * @param reason why: {@code inferred}, {@code new columns}, {@code rollback to 3}, …
 */
public record SchemaVersion(long number, Instant made, String reason, LearnedSchema schema) {

  JsonNode toJson(String path) {
    ObjectNode json = Json.object();
    json.set("version", Json.number(number));
    json.put("made", made.toString());
    json.put("reason", reason);
    json.put("path", path);
    json.put("format", schema.format());
    try {
      json.set("schema", Json.parse(schema.columns().json()));
    } catch (IOException e) {
      throw new IllegalStateException("a schema is no JSON", e);
    }
    return json;
  }

  static SchemaVersion fromJson(JsonNode json) {
    return new SchemaVersion(
        json.path("version").asLong(),
        Instant.parse(json.path("made").asText()),
        json.path("reason").asText(),
        new LearnedSchema(
            json.path("format").asText(),
            (StructType) DataType.fromJson(json.path("schema").toString())));
  }
}
