/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import org.apache.spark.sql.catalyst.expressions.XXH64;
import org.apache.spark.unsafe.Platform;

/** By what a stream knows a file that it has read. */
enum FileIdentity {
  /** A path is read once for ever. */
  PATH,

  /** A file that was changed is another one: {@code allowOverwrites}. */
  PATH_AND_CONTENT;

  private static final long FIRST_SEED = 42;
  private static final long SECOND_SEED = 0x9E3779B97F4A7C15L;

  /** Receives the two halves of an identity. */
  interface Use<T> {
    T with(long first, long second);
  }

  /**
   * @param address the escaped address of the file in UTF-8, {@code length} bytes from {@code from}
   */
  <T> T of(byte[] address, int from, int length, long size, long modified, Use<T> use) {
    long first = FIRST_SEED;
    long second = SECOND_SEED;
    if (this == PATH_AND_CONTENT) {
      first = XXH64.hashLong(size, XXH64.hashLong(modified, first));
      second = XXH64.hashLong(size, XXH64.hashLong(modified, second));
    }
    return use.with(
        XXH64.hashUnsafeBytes(address, Platform.BYTE_ARRAY_OFFSET + from, length, first),
        XXH64.hashUnsafeBytes(address, Platform.BYTE_ARRAY_OFFSET + from, length, second));
  }
}
