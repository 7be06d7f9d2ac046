/**
 * Small files in which a pipeline remembers what it has done, written so that a crash cannot halve
 * them.
 */
@NullMarked
package io.lakeward.engine.state;

import org.jspecify.annotations.NullMarked;
