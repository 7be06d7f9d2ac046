/** Opens a pipeline project: {@link io.lakeward.engine.PipelineEngine} is the way in. */
@NullMarked
package io.lakeward.engine;

import org.jspecify.annotations.NullMarked;
