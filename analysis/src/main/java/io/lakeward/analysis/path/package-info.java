/** Paths into JSON text: {@code column:field[0]}. */
@NullMarked
package io.lakeward.analysis.path;

import org.jspecify.annotations.NullMarked;
