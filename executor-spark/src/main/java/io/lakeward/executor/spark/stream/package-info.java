/**
 * Streaming queries that keep state, on Structured Streaming: {@link
 * io.lakeward.executor.spark.stream.StatefulQuery}.
 */
@NullMarked
package io.lakeward.executor.spark.stream;

import org.jspecify.annotations.NullMarked;
