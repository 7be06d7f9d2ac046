/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.source.SourceSpan;
import java.util.Optional;

/**
 * A column as declared in a dataset's column list.
 *
 * @param type Spark type text such as {@code DECIMAL(10,2)}; empty where only the name was given
 */
public record ColumnDefinition(
    String name,
    Optional<String> type,
    boolean nullable,
    Optional<String> comment,
    SourceSpan where,
    Optional<ColumnValue> value,
    Optional<RowPolicy.PolicyCall> mask,
    Optional<Numbering> numbering) {
  /** A column without a value or mask of its own. */
  public ColumnDefinition(
      String name,
      Optional<String> type,
      boolean nullable,
      Optional<String> comment,
      SourceSpan where) {
    this(
        name, type, nullable, comment, where, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * Where the value comes from in rows that do not bring one.
   *
   * @param isGenerated whether every row must have it, as with {@code GENERATED ALWAYS AS}; else it
   *     is a default
   */
  public record ColumnValue(SqlText expression, boolean isGenerated) {}

  /**
   * How the rows of the table are numbered, as with {@code AS IDENTITY}.
   *
   * @param start the first number
   * @param step what is added from row to row
   * @param isGivenAllowed whether rows may bring a value of their own
   */
  public record Numbering(long start, long step, boolean isGivenAllowed) {
    /** What the schema of a table notes on such a column, as Delta says; the value is the start. */
    public static final String NOTE = "delta.identity.start";
  }
}
