/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What readers of a table do not get to see.
 *
 * @param rowFilter keeps the rows for which it is true
 * @param masks by column in lower case, what is shown instead of its value
 */
public record RowPolicy(Optional<PolicyCall> rowFilter, Map<String, PolicyCall> masks) {
  public static final RowPolicy NONE = new RowPolicy(Optional.empty(), Map.of());

  public RowPolicy {
    masks = Map.copyOf(masks);
  }

  public boolean isEmpty() {
    return rowFilter.isEmpty() && masks.isEmpty();
  }

  /** This policy, and of another one what this one says nothing about. */
  public RowPolicy or(RowPolicy other) {
    Map<String, PolicyCall> both = new HashMap<>(other.masks());
    both.putAll(masks);
    return new RowPolicy(rowFilter.or(other::rowFilter), both);
  }

  /**
   * A function with what is given to it.
   *
   * @param function its full name
   * @param arguments columns or constants, as SQL
   */
  public record PolicyCall(String function, List<String> arguments) {
    public PolicyCall {
      arguments = List.copyOf(arguments);
    }

    /** The call as SQL. */
    public String sql() {
      return function + "(" + String.join(", ", arguments) + ")";
    }
  }
}
