/**
 * What the event log tells about expectations over several updates: {@link
 * io.lakeward.engine.quality.QualityHistory}.
 */
@NullMarked
package io.lakeward.engine.quality;

import org.jspecify.annotations.NullMarked;
