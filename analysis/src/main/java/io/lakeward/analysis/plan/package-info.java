/** The leaves of plans. */
@NullMarked
package io.lakeward.analysis.plan;

import org.jspecify.annotations.NullMarked;
