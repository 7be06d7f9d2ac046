package io.lakeward.model.pipeline;

/** How a flow writes into its target. */
public enum FlowKind {
  /** A streaming query whose new rows are appended. */
  APPEND,
  /** A batch query whose rows are appended once in the life of the target. */
  ONCE,
  /** A batch query whose result is the target's content. */
  REFRESH,
  /** The query behind a view; it is never stored. */
  VIEW
}
