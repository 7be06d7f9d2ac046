/**
 * Runs one flow: a streaming flow as a loop of planned batches, a materialized view as one
 * replacement of its rows. A batch is written down before it runs and is committed together with
 * its number, so that the table's own log says what is done.
 */
@NullMarked
package io.lakeward.engine.flow;

import org.jspecify.annotations.NullMarked;
