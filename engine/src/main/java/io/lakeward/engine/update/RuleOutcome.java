/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import io.lakeward.model.pipeline.ViolationAction;

/** How many rows kept an expectation and how many broke it, over a whole update. */
public record RuleOutcome(String name, ViolationAction action, long passed, long failed) {}
