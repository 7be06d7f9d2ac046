package io.lakeward.model.pipeline;

/** What happens to a row that breaks an expectation. */
public enum ViolationAction {
  /** The row is kept and counted. */
  WARN,
  /** The row is left out and counted. */
  DROP_ROW,
  /** Nothing of the batch is written and the flow fails. */
  FAIL_UPDATE
}
