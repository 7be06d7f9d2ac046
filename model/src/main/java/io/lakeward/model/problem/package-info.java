/** Everything that can go wrong, told as what, where and fix. */
@NullMarked
package io.lakeward.model.problem;

import org.jspecify.annotations.NullMarked;
