/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

/** How a flow writes into its target. */
public enum FlowKind {
  /** A streaming query whose new rows are appended. */
  APPEND,
  /** A batch query whose rows are appended once in the life of the target. */
  ONCE,
  /** A streaming query whose rows are changes, which are applied by key. */
  AUTO_CDC,
  /** The same, but what the stream holds is applied once in the life of the target. */
  AUTO_CDC_ONCE,
  /**
   * A batch query whose rows are all there are; each update applies how they differ from before.
   */
  AUTO_CDC_SNAPSHOT,
  /** A streaming query whose rows replace those of the same keys. */
  REPLACE_USING,
  /** A batch query whose rows replace those that a condition holds for, at each update. */
  REPLACE_WHERE,
  /** A batch query whose result is the target's content. */
  REFRESH,
  /** The query behind a view; it is never stored. */
  VIEW;

  /** True if changes are applied by key. */
  public boolean isAutoCdc() {
    return this == AUTO_CDC || this == AUTO_CDC_ONCE || this == AUTO_CDC_SNAPSHOT;
  }

  /** True if the query's rows take the place of some of the target's. */
  public boolean isReplacing() {
    return this == REPLACE_USING || this == REPLACE_WHERE;
  }
}
