/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */

/** Whole runs, measured from outside: start at {@link io.lakeward.benchmarks.Benchmark}. */
@NullMarked
package io.lakeward.benchmarks;

import org.jspecify.annotations.NullMarked;
