/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.spark.sql.execution.streaming.Offset;

/**
 * A position of a source as Spark keeps it in its log of offsets.
 *
 * @see io.lakeward.engine.executor.StreamFeed
 */
final class FeedOffset extends Offset {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String position;
  private final boolean skipped;

  /**
   * @param skipped the rows up to here count as read
   */
  FeedOffset(String position, boolean skipped) {
    this.position = position;
    this.skipped = skipped;
  }

  /** From what Spark has kept. */
  static FeedOffset of(org.apache.spark.sql.connector.read.streaming.Offset offset) {
    if (offset instanceof FeedOffset own) {
      return own;
    }
    try {
      JsonNode json = JSON.readTree(offset.json());
      return new FeedOffset(
          json.path("position").toString(), json.path("skipped").asBoolean(false));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a position in the checkpoint is damaged", e);
    }
  }

  String position() {
    return position;
  }

  boolean isSkipped() {
    return skipped;
  }

  @Override
  public String json() {
    try {
      ObjectNode json = JSON.createObjectNode();
      json.set("position", JSON.readTree(position));
      if (skipped) {
        json.put("skipped", true);
      }
      return JSON.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a position is no JSON: " + position, e);
    }
  }
}
