/**
 * From a query to one Delta commit: {@link io.lakeward.executor.embedded.write.TableWriter}. Either
 * all files of a write are committed or none stays behind.
 */
@NullMarked
package io.lakeward.executor.embedded.write;

import org.jspecify.annotations.NullMarked;
