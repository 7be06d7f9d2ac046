/** The database itself: its settings, its connections, and its values as Java values. */
@NullMarked
package io.lakeward.executor.embedded.duckdb;

import org.jspecify.annotations.NullMarked;
