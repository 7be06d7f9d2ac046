/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

/** What happens to a row that breaks an expectation. */
public enum ViolationAction {
  /** The row is kept and counted. */
  WARN,
  /** The row is left out and counted. */
  DROP_ROW,
  /**
   * The row goes into the table's quarantine, with the names of the rules that it broke. An
   * extension of Lakeward.
   */
  QUARANTINE,
  /** Nothing of the batch is written and the flow fails. */
  FAIL_UPDATE
}
