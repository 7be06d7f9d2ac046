/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.options;

/** What becomes of malformed records, by Spark's names. */
public enum ParseMode {
  PERMISSIVE,
  DROPMALFORMED,
  FAILFAST
}
