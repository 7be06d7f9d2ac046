/**
 * The executor that runs plans on Spark: {@link io.lakeward.executor.spark.SparkExecutor}. Nothing
 * of Spark is started before the first plan is run.
 */
@NullMarked
package io.lakeward.executor.spark;

import org.jspecify.annotations.NullMarked;
