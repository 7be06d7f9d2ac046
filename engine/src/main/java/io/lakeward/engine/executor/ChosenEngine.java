/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.executor;

/**
 * The executor that runs a flow.
 *
 * @param reason why that one, to follow the name of the engine and a colon
 * @param planText the plan as a tree of lines, for people
 */
public record ChosenEngine(Executor executor, String reason, String planText) {}
