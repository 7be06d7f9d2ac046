/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import java.util.List;

/** Which rows of its target a flow's rows replace. */
public sealed interface Replacement {
  FlowKind kind();

  /**
   * Those that have the same keys, unless they are newer.
   *
   * @param sequence tells which of two sets of rows is newer
   */
  record Using(List<NamedColumn> keys, SqlText sequence) implements Replacement {
    public Using {
      keys = List.copyOf(keys);
    }

    @Override
    public FlowKind kind() {
      return FlowKind.REPLACE_USING;
    }
  }

  /** Those that a condition holds for. */
  record Where(SqlText condition) implements Replacement {
    @Override
    public FlowKind kind() {
      return FlowKind.REPLACE_WHERE;
    }
  }
}
