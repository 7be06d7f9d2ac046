/**
 * From a plan's rows to one Delta commit: {@link io.lakeward.executor.spark.write.TableWriter}. The
 * tasks write files and count; what they did counts once, however often a task was tried.
 */
@NullMarked
package io.lakeward.executor.spark.write;

import org.jspecify.annotations.NullMarked;
