/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import java.io.Serializable;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What one task of a write did. The driver takes it from the one attempt that counts, which is why
 * rules are counted here and not in an accumulator.
 *
 * @param failed for each rule the rows that broke it
 * @param nullColumn a NOT NULL column that a row had no value for
 */
record TaskOutput(
    ArrayList<WrittenFile> files,
    long seen,
    long dropped,
    long[] failed,
    @Nullable String nullColumn)
    implements Serializable {}
