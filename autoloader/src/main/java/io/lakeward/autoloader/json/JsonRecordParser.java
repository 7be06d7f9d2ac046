/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.autoloader.rows.FieldColumns;
import io.lakeward.autoloader.rows.MalformedRecordException;
import io.lakeward.autoloader.rows.RescuedData;
import io.lakeward.autoloader.rows.RowBuffer;
import io.lakeward.autoloader.text.JsonText;
import java.io.CharConversionException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Turns JSON documents into rows with all of Spark's rules, through Jackson. A document is an
 * object, which is one row, or an array of objects, which is one row each.
 */
public final class JsonRecordParser {
  private final JsonColumns columns;
  private final JsonFactory factory;
  private final JsonValueReader values;
  private final RescuedData rescued = new RescuedData();
  private @Nullable JsonParser parser;
  private boolean inArray;
  private boolean surplus;

  public JsonRecordParser(JsonColumns columns, JsonFactory factory) {
    this.columns = columns;
    this.factory = factory;
    this.values = new JsonValueReader(factory, rescued, columns.isRescuing());
  }

  /** Starts on a document that lies at the start of {@code bytes}. */
  void open(byte[] bytes, int length) throws MalformedRecordException {
    close();
    surplus = false;
    try {
      JsonParser opened = values.open(bytes, length);
      parser = opened;
      JsonToken first = opened.nextToken();
      inArray = first == JsonToken.START_ARRAY;
      if (inArray) {
        checkArray(bytes, length);
      } else if (first == null) {
        close();
      } else if (first != JsonToken.START_OBJECT) {
        close();
        throw new MalformedRecordException();
      }
    } catch (JsonProcessingException | CharConversionException e) {
      close();
      throw new MalformedRecordException(e);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** An array is read whole before its first row is given out, so that none of a broken one is. */
  private void checkArray(byte[] bytes, int length) throws IOException, MalformedRecordException {
    try (JsonParser check = factory.createParser(bytes, 0, length)) {
      check.nextToken();
      JsonToken token;
      while ((token = check.nextToken()) != JsonToken.END_ARRAY) {
        if (token != JsonToken.START_OBJECT) {
          close();
          throw new MalformedRecordException();
        }
        int depth = check.getParsingContext().getNestingDepth();
        while (check.getParsingContext().getNestingDepth() >= depth) {
          check.nextToken();
          if (check.currentToken() == JsonToken.VALUE_STRING) {
            check.finishToken();
          }
        }
      }
    }
  }

  /** Reads the document's next row; false at its end. */
  boolean next(RowBuffer row) throws MalformedRecordException {
    JsonParser open = parser;
    if (open == null) {
      return false;
    }
    try {
      if (inArray && open.nextToken() == JsonToken.END_ARRAY) {
        surplus = isFollowed(open);
        close();
        return false;
      }
      object(open, row);
      if (!inArray) {
        surplus = isFollowed(open);
        close();
      }
      return true;
    } catch (MalformedRecordException e) {
      // What follows in a broken document is not looked at, or it would count again.
      close();
      throw e;
    } catch (JsonProcessingException | CharConversionException e) {
      close();
      throw new MalformedRecordException(e);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** A comma alone, behind an element of an array that has a line for each, is nothing. */
  private boolean isFollowed(JsonParser ended) throws IOException {
    byte[] bytes = values.document();
    int length = values.documentLength();
    int i = Math.toIntExact(ended.currentLocation().getByteOffset());
    if (i < 0) {
      return isFollowedByToken(ended);
    }
    while (i < length && (bytes[i] <= ' ' && bytes[i] >= 0 || bytes[i] == ',')) {
      i++;
    }
    return i < length;
  }

  /** In a text of two or four bytes a character, Jackson does not know the place. */
  private static boolean isFollowedByToken(JsonParser ended) throws IOException {
    try {
      return ended.nextToken() != null;
    } catch (JsonProcessingException | CharConversionException e) {
      return true;
    }
  }

  /**
   * Whether something stands behind the document that has been read, such as a second one, which is
   * not looked at. Tells once.
   */
  boolean takeSurplus() {
    boolean taken = surplus;
    surplus = false;
    return taken;
  }

  private void object(JsonParser open, RowBuffer row) throws IOException, MalformedRecordException {
    row.clear();
    rescued.clear();
    values.startRecord();
    while (open.nextToken() != JsonToken.END_OBJECT) {
      String name = open.currentName();
      int column = columns.position(name);
      JsonToken token = open.nextToken();
      if (column == FieldColumns.UNKNOWN) {
        values.rescueUnknown(open, name);
      } else if (column == FieldColumns.IGNORED || !columns.isWanted(column)) {
        open.skipChildren();
      } else if (token == JsonToken.VALUE_NULL) {
        row.putNull(column);
      } else {
        column(open, name, column, row);
      }
    }
  }

  private void column(JsonParser open, String name, int column, RowBuffer row)
      throws IOException, MalformedRecordException {
    JsonType type = columns.type(column);
    if (type.shape() == JsonType.Shape.SCALAR) {
      try {
        row.putInternal(column, values.scalar(open, type));
      } catch (JsonValueReader.Mismatch e) {
        values.rescueMismatch(open, name, type);
      }
    } else {
      JsonText text = new JsonText();
      if (values.field(open, name, type, text)) {
        row.putText(column, text.toUtf8());
      }
    }
  }

  /** Puts a whole document into a column; false if there is nothing but blanks. */
  boolean document(byte[] bytes, int column, RowBuffer row)
      throws IOException, MalformedRecordException {
    row.clear();
    rescued.clear();
    values.startRecord();
    try (JsonParser alone = values.open(bytes, bytes.length)) {
      if (alone.nextToken() == null) {
        return false;
      }
      JsonText text = new JsonText();
      if (!values.field(alone, "", columns.type(column), text)) {
        throw new MalformedRecordException();
      }
      row.putText(column, text.toUtf8());
      surplus = isFollowed(alone);
      return true;
    } catch (JsonProcessingException | CharConversionException e) {
      throw new MalformedRecordException(e);
    }
  }

  /** A nested value that stands alone in {@code bytes}; null unless it fits without exception. */
  byte @Nullable [] nestedValue(int column, byte[] bytes) throws IOException {
    rescued.clear();
    values.startRecord();
    try (JsonParser alone = values.open(bytes, bytes.length)) {
      JsonText text = new JsonText();
      alone.nextToken();
      boolean fits = values.field(alone, "", columns.type(column), text);
      boolean clean =
          fits && !values.isMismatched() && rescued.isEmpty() && rescued.unknown().isEmpty();
      return clean && alone.nextToken() == null ? text.toUtf8() : null;
    } catch (JsonProcessingException | CharConversionException | MalformedRecordException e) {
      return null;
    }
  }

  /** Whether a value of the last row did not have its column's type. */
  boolean isMismatched() {
    return values.isMismatched();
  }

  RescuedData rescued() {
    return rescued;
  }

  private void close() {
    JsonParser open = parser;
    parser = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }
}
