/**
 * A plan bound to its input, ready to run on a connection of its own: {@link
 * io.lakeward.executor.embedded.query.RunningQuery}.
 */
@NullMarked
package io.lakeward.executor.embedded.query;

import org.jspecify.annotations.NullMarked;
