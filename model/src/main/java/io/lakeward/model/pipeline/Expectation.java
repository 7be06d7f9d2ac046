package io.lakeward.model.pipeline;

/**
 * A rule that each new row of a dataset should keep. A row passes only if the condition is true:
 * NULL is a violation.
 */
public record Expectation(String name, SqlText condition, ViolationAction action) {}
