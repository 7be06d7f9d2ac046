package io.lakeward.tables;

/** What a transaction does with the rows that a table already has. */
public enum WriteMode {
  /** They stay. */
  APPEND,
  /** They go, in the same commit that brings the new ones. */
  OVERWRITE
}
