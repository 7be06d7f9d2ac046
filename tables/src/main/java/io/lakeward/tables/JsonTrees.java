/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes JSON trees with Jackson's streaming part alone. An {@code ObjectMapper} would do
 * the same in one line each, but loading it takes longer than a whole commit.
 */
final class JsonTrees {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .configure(com.fasterxml.jackson.core.StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN, true)
          .build();

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonTrees() {}

  static JsonParser parser(byte[] content) throws IOException {
    return FACTORY.createParser(content);
  }

  static JsonNode parse(String json) throws IOException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      JsonNode node = next(parser);
      if (node == null) {
        throw new JsonParseException(parser, "there is no JSON");
      }
      return node;
    }
  }

  /** A number among the fields of an object, whose other fields are not looked at. */
  static Optional<Long> findLong(String json, String field) throws IOException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean isWanted = field.equals(parser.currentName());
        JsonToken value = parser.nextToken();
        if (isWanted) {
          return value == JsonToken.VALUE_NUMBER_INT
              ? Optional.of(parser.getLongValue())
              : Optional.empty();
        }
        parser.skipChildren();
      }
      return Optional.empty();
    }
  }

  /**
   * An object with one field set to false. All others stay as they are written: a double would move
   * a long decimal, and a decimal would lose the sign of zero.
   */
  static String withFalse(String object, String field) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonParser in = FACTORY.createParser(object);
        JsonGenerator out = FACTORY.createGenerator(text)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new JsonParseException(in, "not a JSON object");
      }
      out.writeStartObject();
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        in.nextToken();
        if (name.equals(field)) {
          in.skipChildren();
        } else {
          out.writeFieldName(name);
          copy(in, out);
        }
      }
      out.writeBooleanField(field, false);
      out.writeEndObject();
    }
    return text.toString();
  }

  private static void copy(JsonParser in, JsonGenerator out) throws IOException {
    int depth = 0;
    while (true) {
      JsonToken token = in.currentToken();
      if (token.isNumeric()) {
        out.writeNumber(in.getText());
      } else {
        out.copyCurrentEvent(in);
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (depth == 0) {
        return;
      }
      in.nextToken();
    }
  }

  /** The next value; null at the end of the input. */
  static @Nullable JsonNode next(JsonParser parser) throws IOException {
    return parser.nextToken() == null ? null : current(parser);
  }

  private static JsonNode current(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new JsonParseException(parser, "the JSON ends too early");
    }
    return switch (token) {
      case START_OBJECT -> {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          object.set(name, current(parser));
        }
        yield object;
      }
      case START_ARRAY -> {
        ArrayNode array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          array.add(current(parser));
        }
        yield array;
      }
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_NUMBER_INT ->
          parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? NODES.numberNode(parser.getBigIntegerValue())
              : NODES.numberNode(parser.getLongValue());
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      default -> throw new JsonParseException(parser, "unexpected " + token);
    };
  }

  static String text(JsonNode node) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      write(node, generator);
    } catch (IOException e) {
      throw new UncheckedIOException("a JSON tree can always be written to memory", e);
    }
    return text.toString();
  }

  private static void write(JsonNode node, JsonGenerator out) throws IOException {
    switch (node.getNodeType()) {
      case OBJECT -> {
        out.writeStartObject();
        for (Map.Entry<String, JsonNode> property : node.properties()) {
          out.writeFieldName(property.getKey());
          write(property.getValue(), out);
        }
        out.writeEndObject();
      }
      case ARRAY -> {
        out.writeStartArray();
        for (JsonNode element : node) {
          write(element, out);
        }
        out.writeEndArray();
      }
      case STRING -> out.writeString(node.textValue());
      case NUMBER -> writeNumber(node, out);
      case BOOLEAN -> out.writeBoolean(node.booleanValue());
      default -> out.writeNull();
    }
  }

  private static void writeNumber(JsonNode node, JsonGenerator out) throws IOException {
    switch (node.numberType()) {
      case INT, LONG -> out.writeNumber(node.longValue());
      case BIG_INTEGER -> out.writeNumber(node.bigIntegerValue());
      case FLOAT -> out.writeNumber(node.floatValue());
      case DOUBLE -> out.writeNumber(node.doubleValue());
      case BIG_DECIMAL -> out.writeNumber(node.decimalValue());
    }
  }
}
