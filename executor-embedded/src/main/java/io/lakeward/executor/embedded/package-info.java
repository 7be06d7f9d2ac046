/**
 * The executor that runs plans in process on DuckDB: {@link
 * io.lakeward.executor.embedded.EmbeddedExecutor}.
 */
@NullMarked
package io.lakeward.executor.embedded;

import org.jspecify.annotations.NullMarked;
