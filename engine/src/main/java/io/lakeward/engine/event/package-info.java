/**
 * The event log: JSON lines in the shape of Lakeflow's event log, one file for each update. {@link
 * io.lakeward.engine.event.EventWriter} writes them, {@link io.lakeward.engine.event.EventLog}
 * reads them.
 */
@NullMarked
package io.lakeward.engine.event;

import org.jspecify.annotations.NullMarked;
