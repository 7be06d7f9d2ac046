/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.schema;

import org.apache.spark.sql.types.StructType;

/**
 * What was learned from files: the columns of their records and folders, without what a query's
 * hints make of them and without the column for rescued data.
 *
 * @param format the name of the files' format
 */
public record LearnedSchema(String format, StructType columns) {}
