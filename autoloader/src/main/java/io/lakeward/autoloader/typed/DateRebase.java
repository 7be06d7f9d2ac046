/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import org.apache.spark.sql.catalyst.util.RebaseDateTime;

/**
 * Moves dates and times of files from before 1582-10-15, which old writers stored by the Julian
 * calendar, to the calendar that is used today, so that the day keeps its name.
 */
enum DateRebase {
  NONE,
  JULIAN;

  private static final int FIRST_GREGORIAN_DAY = -141_427;
  // No zone has rebased times after this one.
  private static final long LATEST_SWITCH_MICROS = -2_208_988_800_000_000L;

  int days(int days) {
    return this == NONE || days >= FIRST_GREGORIAN_DAY
        ? days
        : RebaseDateTime.rebaseJulianToGregorianDays(days);
  }

  /**
   * @param zone of the writer
   */
  long micros(String zone, long micros) {
    return this == NONE || micros >= LATEST_SWITCH_MICROS
        ? micros
        : RebaseDateTime.rebaseJulianToGregorianMicros(zone, micros);
  }
}
