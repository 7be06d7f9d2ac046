/**
 * A whole pipeline: {@link GraphResolver} gives every flow its meaning, inputs before readers, and
 * returns a {@link ResolvedGraph}. What fails because of its own query is told apart from what
 * fails because an input failed.
 */
@NullMarked
package io.lakeward.analysis.graph;

import org.jspecify.annotations.NullMarked;
