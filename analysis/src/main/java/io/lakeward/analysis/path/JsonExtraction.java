/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.path;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Finds the value at the end of a path in JSON text. What is not there, or is {@code null}, gives
 * NULL, and so does text that is no JSON; a text is given without its quotes, anything else as
 * JSON.
 */
public final class JsonExtraction {
  /** As lenient as {@code get_json_object} is. */
  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .build();

  private final List<JsonPath.Step> steps;

  private JsonExtraction(JsonPath path) {
    this.steps = path.steps();
  }

  /** The expression for a value of type STRING. */
  public static Expression of(Expression json, JsonPath path) {
    return new StaticInvoke(
        JsonExtraction.class,
        DataTypes.StringType,
        "extract",
        seq(List.of(json, Literal.create(path.toString(), DataTypes.StringType))),
        seq(List.<AbstractDataType>of()),
        true,
        true,
        true,
        Option.empty());
  }

  private static <T> scala.collection.immutable.Seq<T> seq(List<T> items) {
    return CollectionConverters.asScala(items).toSeq();
  }

  /** What the expression calls for each row. */
  public static @Nullable UTF8String extract(UTF8String json, UTF8String path) {
    try (JsonParser parser = JSON.createParser(json.toString())) {
      if (parser.nextToken() == null) {
        return null;
      }
      String found = new JsonExtraction(JsonPath.of(path.toString())).find(parser, 0, false);
      return found == null ? null : UTF8String.fromString(found);
    } catch (JsonProcessingException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param parser at the first token of a value; left at its last one
   * @param isInArray whether the result becomes an element of a JSON array
   */
  private @Nullable String find(JsonParser parser, int at, boolean isInArray) throws IOException {
    if (at == steps.size()) {
      return value(parser, isInArray);
    }
    JsonPath.Step step = steps.get(at);
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      if (step instanceof JsonPath.Name || step instanceof JsonPath.Field) {
        return findField(parser, at, isInArray);
      }
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      if (step instanceof JsonPath.Index index) {
        return findElement(parser, index.index(), at, isInArray);
      }
      if (step instanceof JsonPath.All) {
        StringBuilder elements = new StringBuilder();
        addElements(parser, at, elements);
        return "[" + elements + "]";
      }
    }
    parser.skipChildren();
    return null;
  }

  private static @Nullable String value(JsonParser parser, boolean isInArray) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    if (parser.currentToken() == JsonToken.VALUE_STRING && !isInArray) {
      return parser.getText();
    }
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = JSON.createGenerator(text)) {
      generator.copyCurrentStructure(parser);
    }
    return text.toString();
  }

  /** Of fields with one name the first counts, as in {@code get_json_object}. */
  private @Nullable String findField(JsonParser parser, int at, boolean isInArray)
      throws IOException {
    String found = null;
    String foundName = null;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      if (!isMeant(steps.get(at), name)) {
        parser.skipChildren();
      } else if (foundName == null) {
        foundName = name;
        found = find(parser, at + 1, isInArray);
      } else {
        if (!foundName.equals(name)) {
          throw new IllegalArgumentException(
              "[AMBIGUOUS_REFERENCE_TO_FIELDS] JSON text has the fields '%s' and '%s', so a path has to name one of them in brackets: ['%s']."
                  .formatted(foundName, name, foundName));
        }
        parser.skipChildren();
      }
    }
    return found;
  }

  private static boolean isMeant(JsonPath.Step step, String name) {
    return step instanceof JsonPath.Name written
        ? written.name().equalsIgnoreCase(name)
        : ((JsonPath.Field) step).name().equals(name);
  }

  private @Nullable String findElement(JsonParser parser, int index, int at, boolean isInArray)
      throws IOException {
    String found = null;
    int number = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (number++ == index) {
        found = find(parser, at + 1, isInArray);
      } else {
        parser.skipChildren();
      }
    }
    return found;
  }

  /** Arrays inside an array become one where the path says so: {@code [*][*]}. */
  private void addElements(JsonParser parser, int at, StringBuilder elements) throws IOException {
    boolean isFlat = at + 1 < steps.size() && steps.get(at + 1) instanceof JsonPath.All;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (isFlat && parser.currentToken() == JsonToken.START_ARRAY) {
        addElements(parser, at + 1, elements);
        continue;
      }
      elements.append(elements.isEmpty() ? "" : ",");
      elements.append(isFlat ? value(parser, true) : find(parser, at + 1, true));
    }
  }
}
