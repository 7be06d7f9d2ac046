/**
 * One update of a pipeline: what was asked for, what is run in which order, what came of it. Start
 * with {@link io.lakeward.engine.update.UpdateRunner}.
 */
@NullMarked
package io.lakeward.engine.update;

import org.jspecify.annotations.NullMarked;
