/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakeward.model.pipeline.ColumnDefinition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A column of a table that numbers its rows, as Delta's metadata tells of it.
 *
 * @param start the first number
 * @param step what is added from row to row; never 0
 * @param isGivenAllowed whether rows may bring a value of their own
 * @param highWaterMark the last number that was given out, if there was one
 */
public record IdentityColumn(
    String name, long start, long step, boolean isGivenAllowed, OptionalLong highWaterMark) {
  private static final String START = ColumnDefinition.Numbering.NOTE;
  private static final String STEP = "delta.identity.step";

  /** Says in the notes on a column whether rows may bring a value. */
  public static final String GIVEN_ALLOWED = "delta.identity.allowExplicitInsert";

  private static final String HIGH_WATER_MARK = "delta.identity.highWaterMark";

  /** The other notes, all of them numbers. */
  public static final List<String> NUMBERS = List.of(START, STEP, HIGH_WATER_MARK);

  /** A column that has not numbered a row yet. */
  public IdentityColumn(String name, long start, long step, boolean isGivenAllowed) {
    this(name, start, step, isGivenAllowed, OptionalLong.empty());
  }

  /** Those of a table's schema, in its order. */
  public static List<IdentityColumn> of(String schemaJson) {
    if (!schemaJson.contains(START)) {
      return List.of();
    }
    List<IdentityColumn> found = new ArrayList<>();
    try {
      for (JsonNode field : JsonTrees.parse(schemaJson).path("fields")) {
        JsonNode notes = field.path("metadata");
        if (notes.has(START)) {
          found.add(
              new IdentityColumn(
                  field.path("name").asText(),
                  notes.path(START).asLong(),
                  notes.path(STEP).asLong(),
                  notes.path(GIVEN_ALLOWED).asBoolean(),
                  notes.has(HIGH_WATER_MARK)
                      ? OptionalLong.of(notes.path(HIGH_WATER_MARK).asLong())
                      : OptionalLong.empty()));
        }
      }
    } catch (IOException e) {
      throw TableProblems.schemaInvalid(String.valueOf(e.getMessage()));
    }
    return found;
  }

  /** The number of the next row. */
  public long next() {
    return highWaterMark.isPresent() ? highWaterMark.getAsLong() + step : start;
  }

  /** The column when as many more rows are numbered. */
  public IdentityColumn after(long rows) {
    if (rows == 0) {
      return this;
    }
    try {
      long first =
          highWaterMark.isPresent() ? Math.addExact(highWaterMark.getAsLong(), step) : start;
      long last = Math.addExact(first, Math.multiplyExact(rows - 1, step));
      return new IdentityColumn(name, start, step, isGivenAllowed, OptionalLong.of(last));
    } catch (ArithmeticException e) {
      throw TableProblems.identityExhausted(name, e);
    }
  }

  /** Whether it numbers rows in the same way, whatever number it has come to. */
  public boolean isDefinedAs(IdentityColumn other) {
    return name.equalsIgnoreCase(other.name)
        && start == other.start
        && step == other.step
        && isGivenAllowed == other.isGivenAllowed;
  }

  void describeIn(ObjectNode notes) {
    notes.put(START, start);
    notes.put(STEP, step);
    notes.put(GIVEN_ALLOWED, isGivenAllowed);
    if (highWaterMark.isPresent()) {
      notes.put(HIGH_WATER_MARK, highWaterMark.getAsLong());
    } else {
      notes.remove(HIGH_WATER_MARK);
    }
  }
}
