/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The records of a file. Values are as in Spark's rows: {@code UTF8String}, {@code Decimal}, days
 * and microseconds, {@code byte[]}; a struct is an {@code Object[]}, an array a {@code List}, a map
 * a {@code List} of {@code Object[]} with key and value.
 */
public interface TypedRecords {
  /** The next record's values of the columns that were asked for; null at the end. */
  @Nullable Object @Nullable [] next() throws IOException;
}
