/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * Turns Catalyst expressions into DuckDB SQL text whose results, NULLs, types and errors are
 * exactly Spark's. {@link io.lakeward.executor.embedded.expression.ExpressionTranslator} is the
 * entry; an expression without an exact DuckDB form runs as Catalyst's own code inside DuckDB
 * ({@link io.lakeward.executor.embedded.expression.CatalystFunctions}).
 */
@NullMarked
package io.lakeward.executor.embedded.expression;

import org.jspecify.annotations.NullMarked;
