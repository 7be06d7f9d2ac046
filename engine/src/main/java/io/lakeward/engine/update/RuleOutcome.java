package io.lakeward.engine.update;

import io.lakeward.model.pipeline.ViolationAction;

/** How many rows kept an expectation and how many broke it, over a whole update. */
public record RuleOutcome(String name, ViolationAction action, long passed, long failed) {}
