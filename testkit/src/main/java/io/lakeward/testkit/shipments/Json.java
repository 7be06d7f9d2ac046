/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit.shipments;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** JSON that the product printed or stored. */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** The text must be one document and nothing else. */
  public static JsonNode parse(String text) {
    try (var parser = MAPPER.createParser(text)) {
      JsonNode document = MAPPER.readTree(parser);
      if (document == null || parser.nextToken() != null) {
        throw new AssertionError("not one JSON document: " + text);
      }
      return document;
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + text, e);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** The rows of {@code lakeward sql --output json}, each as an object of its columns. */
  public static List<JsonNode> rows(String text) {
    JsonNode document = parse(text);
    List<JsonNode> rows = new ArrayList<>();
    for (JsonNode row : document.isArray() ? document : document.get("rows")) {
      rows.add(row.isArray() ? named(row, document.get("columns")) : row);
    }
    return rows;
  }

  private static JsonNode named(JsonNode row, JsonNode columns) {
    ObjectNode object = MAPPER.createObjectNode();
    for (int i = 0; i < columns.size(); i++) {
      JsonNode column = columns.get(i);
      object.set(column.isObject() ? column.get("name").asText() : column.asText(), row.get(i));
    }
    return object;
  }
}
