package io.lakeward.autoloader;

/** What becomes of malformed records, by Spark's names. */
enum ParseMode {
  PERMISSIVE,
  DROPMALFORMED,
  FAILFAST
}
