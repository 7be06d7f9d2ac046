/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.pipeline;

import io.lakeward.model.source.SourceSpan;

/**
 * A function that a file of the pipeline defines.
 *
 * @param where the function's name in the user's file
 */
public record FunctionDefinition(SqlFunction function, SourceSpan where) {}
