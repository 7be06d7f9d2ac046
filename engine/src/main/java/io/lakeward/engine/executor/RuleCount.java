/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

/** How many rows kept a rule and how many broke it. Each rule counts every row by itself. */
public record RuleCount(String rule, long passed, long failed) {
  /** The counts of other rows added. */
  RuleCount plus(RuleCount other) {
    return new RuleCount(rule, passed + other.passed, failed + other.failed);
  }
}
