/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * Files that say themselves of which type their values are: Parquet, Avro, ORC. Each becomes a
 * Spark schema and records of plain values; what is wanted of them is not known here.
 */
@org.jspecify.annotations.NullMarked
package io.lakeward.autoloader.typed;
