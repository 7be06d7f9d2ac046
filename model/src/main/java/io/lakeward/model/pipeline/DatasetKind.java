/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

/** The kinds of dataset that a pipeline can define. */
public enum DatasetKind {
  STREAMING_TABLE("streaming table"),
  MATERIALIZED_VIEW("materialized view"),
  /** A plain table that flows fill. */
  TABLE("table"),
  TEMPORARY_VIEW("temporary view"),
  VIEW("view");

  private final String words;

  DatasetKind(String words) {
    this.words = words;
  }

  /** True for the kinds whose rows are stored in a Delta table. */
  public boolean isStored() {
    return this == STREAMING_TABLE || this == MATERIALIZED_VIEW || this == TABLE;
  }

  /** True for the kinds to which flows add rows. */
  public boolean isFilledByFlows() {
    return this == STREAMING_TABLE || this == TABLE;
  }

  /** The kind in words, for messages. */
  @Override
  public String toString() {
    return words;
  }
}
