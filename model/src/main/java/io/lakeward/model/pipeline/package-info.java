/** What a pipeline project declares. */
@NullMarked
package io.lakeward.model.pipeline;

import org.jspecify.annotations.NullMarked;
