/**
 * The leaves of a query: Parquet files of Delta tables, and records of source files that flow from
 * Java straight into DuckDB's vectors.
 */
@NullMarked
package io.lakeward.executor.embedded.scan;

import org.jspecify.annotations.NullMarked;
