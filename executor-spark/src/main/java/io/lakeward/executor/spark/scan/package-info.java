/** The leaves of plans as Spark reads them: {@link io.lakeward.executor.spark.scan.SliceScans}. */
@NullMarked
package io.lakeward.executor.spark.scan;

import org.jspecify.annotations.NullMarked;
