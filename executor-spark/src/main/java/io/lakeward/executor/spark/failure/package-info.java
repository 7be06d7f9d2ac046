/**
 * What goes wrong inside Spark, as problems: {@link
 * io.lakeward.executor.spark.failure.SparkProblems}.
 */
@NullMarked
package io.lakeward.executor.spark.failure;

import org.jspecify.annotations.NullMarked;
