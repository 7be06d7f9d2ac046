/** The port through which the engine runs queries: {@link io.lakeward.engine.executor.Executor}. */
@NullMarked
package io.lakeward.engine.executor;

import org.jspecify.annotations.NullMarked;
