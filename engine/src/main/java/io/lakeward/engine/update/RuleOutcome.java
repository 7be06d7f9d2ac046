/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.ViolationAction;
import java.util.Optional;

/**
 * How many rows kept an expectation and how many broke it, over a whole update.
 *
 * @param view the temporary view that the rule belongs to; empty for a rule of the table itself
 */
public record RuleOutcome(
    Optional<TableName> view, String name, ViolationAction action, long passed, long failed) {

  /** A rule of the table itself. */
  public RuleOutcome(String name, ViolationAction action, long passed, long failed) {
    this(Optional.empty(), name, action, passed, failed);
  }

  boolean isSameRule(RuleOutcome other) {
    return name.equals(other.name) && view.equals(other.view);
  }

  RuleOutcome plus(RuleOutcome other) {
    return new RuleOutcome(view, name, action, passed + other.passed, failed + other.failed);
  }
}
