/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

/** What a row of an {@link ApplyRequest}'s query does to the target. */
public enum RowChange {
  /** The row is new. */
  INSERT,
  /** The row takes the place of the one with the same identity. */
  UPDATE,
  /** The row with this identity goes; other columns have no meaning. */
  DELETE,
  /** All rows with the same identity go; the row is one of those that come in their place. */
  REPLACE;

  /** The column of the query, an INT, that holds the {@link #ordinal()}. */
  public static final String COLUMN = "__lakeward_change";

  /** What a change data feed calls it for the row that was there. */
  public String before() {
    return this == UPDATE ? "update_preimage" : "delete";
  }

  /** What a change data feed calls it for the row that is there now. */
  public String after() {
    return this == UPDATE ? "update_postimage" : "insert";
  }
}
