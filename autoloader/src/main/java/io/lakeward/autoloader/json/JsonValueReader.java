/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import io.lakeward.autoloader.rows.MalformedRecordException;
import io.lakeward.autoloader.rows.RescuedData;
import io.lakeward.autoloader.text.JsonText;
import io.lakeward.autoloader.text.ValueKind;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.types.variant.VariantBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Reads one value at a parser's token by Spark's rules: a wrong field of a struct becomes NULL and
 * its neighbours stay, a wrong item spoils its whole array, a wrong scalar its whole map. What is
 * lost that way is rescued.
 *
 * <p>Parsers must read a byte array from its index 0, because raw text is cut out by offsets.
 */
public final class JsonValueReader {
  /** The value does not have the wanted type. Without a stack trace, which would cost most. */
  static final class Mismatch extends Exception {
    private static final long serialVersionUID = 1L;

    Mismatch() {
      super(null, null, false, false);
    }
  }

  private final JsonFactory factory;
  private final RescuedData rescued;
  private final boolean rescuing;
  private byte[] document = new byte[0];
  private int documentLength;
  private boolean mismatched;

  JsonValueReader(JsonFactory factory, RescuedData rescued, boolean rescuing) {
    this.factory = factory;
    this.rescued = rescued;
    this.rescuing = rescuing;
  }

  /** Starts a document; the parser's bytes begin at index 0. */
  JsonParser open(byte[] bytes, int length) throws IOException {
    document = bytes;
    documentLength = length;
    return factory.createParser(bytes, 0, length);
  }

  byte[] document() {
    return document;
  }

  int documentLength() {
    return documentLength;
  }

  void startRecord() {
    mismatched = false;
  }

  /** Whether a value of the record was wrong. */
  boolean isMismatched() {
    return mismatched;
  }

  /** A scalar at the token; null stands for NULL. */
  @Nullable Object scalar(JsonParser parser, JsonType type)
      throws Mismatch, MalformedRecordException, IOException {
    if (type.kind() == ValueKind.BINARY && parser.currentToken() == JsonToken.VALUE_STRING) {
      // Broken base64 must be noticed after the whole token has been read, not within it.
      parser.getText();
    }
    if (isHopeless(parser.currentToken(), type.kind())) {
      throw new Mismatch();
    }
    try {
      return type.convert(parser);
    } catch (Exception e) {
      // Spark's Scala code throws Jackson's checked exceptions undeclared.
      if (e instanceof JsonProcessingException
          && !(e instanceof InputCoercionException)
          && type.kind() != ValueKind.BINARY) {
        throw new MalformedRecordException(e);
      }
      throw new Mismatch();
    }
  }

  /** Spark refuses these too, only slower. */
  private static boolean isHopeless(JsonToken token, ValueKind kind) {
    return switch (kind) {
      case BYTE, SHORT, INT, LONG -> token != JsonToken.VALUE_NUMBER_INT;
      case BOOLEAN -> token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE;
      default -> false;
    };
  }

  /**
   * Writes the field's value, or rescues it and returns false. Afterwards the parser stands at the
   * value's last token.
   */
  boolean field(JsonParser parser, String name, JsonType type, JsonText out)
      throws MalformedRecordException, IOException {
    JsonToken first = parser.currentToken();
    int depth = parser.getParsingContext().getNestingDepth() - (first.isStructStart() ? 1 : 0);
    long start = first.isStructStart() ? parser.currentTokenLocation().getByteOffset() : 0;
    int rescuedDepth = rescued.depth();
    try {
      rescued.enter(name);
      value(parser, type, out);
      return true;
    } catch (Mismatch e) {
      mismatched = true;
      rescued.leaveTo(rescuedDepth);
      if (!first.isStructStart() || (parser.currentToken() == first && isAt(parser, start))) {
        rescueMismatch(parser, name, type);
      } else {
        skipTo(parser, depth);
        if (rescuing) {
          int end = (int) parser.currentLocation().getByteOffset();
          rescued.add(name, compact((int) start, end));
        }
      }
      return false;
    } finally {
      rescued.leaveTo(rescuedDepth);
    }
  }

  private static boolean isAt(JsonParser parser, long start) {
    return parser.currentTokenLocation().getByteOffset() == start;
  }

  private static void skipTo(JsonParser parser, int depth) throws IOException {
    while (parser.getParsingContext().getNestingDepth() > depth) {
      parser.nextToken();
    }
  }

  private void value(JsonParser parser, JsonType type, JsonText out)
      throws Mismatch, MalformedRecordException, IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      out.raw("null");
      return;
    }
    switch (type.shape()) {
      case SCALAR -> out.internal(type.kind(), scalar(parser, type));
      case VARIANT -> out.raw(variant(parser));
      case STRUCT -> struct(parser, type, out);
      case ARRAY -> array(parser, type.child(0), out);
      case MAP -> map(parser, type.child(0), out);
    }
  }

  /** JSON that a VARIANT can hold: with names that are there once, and not too large. */
  private String variant(JsonParser parser) throws Mismatch, IOException {
    String json = rawJson(parser);
    try {
      VariantBuilder.parseJson(json, false);
      return json;
    } catch (RuntimeException | IOException e) {
      throw new Mismatch();
    }
  }

  private void struct(JsonParser parser, JsonType type, JsonText out)
      throws Mismatch, MalformedRecordException, IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new Mismatch();
    }
    @Nullable String[] values = new String[type.names().size()];
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      int position = type.position(name);
      parser.nextToken();
      if (position < 0) {
        rescueUnknown(parser, name);
      } else if (parser.currentToken() == JsonToken.VALUE_NULL) {
        values[position] = null;
      } else {
        JsonText value = new JsonText();
        if (field(parser, name, type.child(position), value)) {
          values[position] = value.toString();
        }
      }
    }
    out.object(type.names(), values);
  }

  private void array(JsonParser parser, JsonType item, JsonText out)
      throws Mismatch, MalformedRecordException, IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw new Mismatch();
    }
    out.raw('[');
    int depth = rescued.depth();
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      if (i > 0) {
        out.raw(',');
      }
      rescued.enter(Integer.toString(i));
      value(parser, item, out);
      rescued.leaveTo(depth);
    }
    out.raw(']');
  }

  private void map(JsonParser parser, JsonType valueType, JsonText out)
      throws Mismatch, MalformedRecordException, IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new Mismatch();
    }
    Map<String, String> entries = new LinkedHashMap<>();
    int depth = rescued.depth();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      JsonText value = new JsonText();
      rescued.enter(name);
      value(parser, valueType, value);
      rescued.leaveTo(depth);
      entries.put(name, value.toString());
    }
    out.raw('{');
    boolean first = true;
    for (Map.Entry<String, String> entry : entries.entrySet()) {
      if (!first) {
        out.raw(',');
      }
      first = false;
      out.string(entry.getKey()).raw(':').raw(entry.getValue());
    }
    out.raw('}');
  }

  /** Keeps a field that the schema does not have; the parser stands at its value. */
  void rescueUnknown(JsonParser parser, String name) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_NULL) {
      rescued.noteUnknown(name);
    }
    if (rescuing && parser.currentToken() != JsonToken.VALUE_NULL) {
      rescued.add(name, rawJson(parser));
    } else {
      parser.skipChildren();
    }
  }

  /** Keeps a value of the wrong type; an object or array in a scalar's place becomes a string. */
  void rescueMismatch(JsonParser parser, String name, JsonType type) throws IOException {
    mismatched = true;
    if (!rescuing) {
      parser.skipChildren();
      return;
    }
    boolean nested = parser.currentToken().isStructStart();
    String json = rawJson(parser);
    rescued.add(
        name,
        nested && type.shape() == JsonType.Shape.SCALAR
            ? new JsonText().string(json).toString()
            : json);
  }

  /** The value at the token as JSON text without blanks; numbers keep all their digits. */
  private String rawJson(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    switch (token) {
      case START_OBJECT, START_ARRAY -> {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = factory.createGenerator(text)) {
          generator.copyCurrentStructureExact(parser);
        }
        return text.toString();
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        String number = parser.getText();
        char last = number.charAt(number.length() - 1);
        boolean standard = last >= '0' && last <= '9' && !number.matches("[+-]?0[0-9].*|[+.].*");
        return standard ? number : new JsonText().string(number).toString();
      }
      case VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> {
        return parser.getText();
      }
      default -> {
        return new JsonText().string(parser.getText()).toString();
      }
    }
  }

  private String compact(int start, int end) throws IOException {
    try (JsonParser again = factory.createParser(document, start, end - start)) {
      again.nextToken();
      return rawJson(again);
    } catch (JsonProcessingException e) {
      return new JsonText()
          .string(new String(document, start, end - start, StandardCharsets.UTF_8))
          .toString();
    }
  }
}
