/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

/**
 * A rule that each new row of a dataset should keep. A row passes only if the condition is true:
 * NULL is a violation.
 */
public record Expectation(String name, SqlText condition, ViolationAction action) {}
