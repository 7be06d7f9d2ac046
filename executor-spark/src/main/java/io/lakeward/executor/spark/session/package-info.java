/**
 * The one Spark of an executor, started when it is first needed: {@link
 * io.lakeward.executor.spark.session.SparkSessions}.
 */
@NullMarked
package io.lakeward.executor.spark.session;

import org.jspecify.annotations.NullMarked;
