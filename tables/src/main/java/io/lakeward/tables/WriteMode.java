/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

/** What a transaction does with the rows that a table already has. */
public enum WriteMode {
  /** They stay. */
  APPEND,
  /** They go, in the same commit that brings the new ones. */
  OVERWRITE
}
