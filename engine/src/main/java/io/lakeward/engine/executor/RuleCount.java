package io.lakeward.engine.executor;

/** How many rows kept a rule and how many broke it. Each rule counts every row by itself. */
public record RuleCount(String rule, long passed, long failed) {}
