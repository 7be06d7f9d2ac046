/** Spark's analyzer, set up without a Spark session: {@link CatalystSession}. */
@NullMarked
package io.lakeward.analysis.catalyst;

import org.jspecify.annotations.NullMarked;
