/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.util.RebaseDateTime;

/**
 * Moves dates and times of files from before 1582-10-15, which old writers stored by the Julian
 * calendar, to the calendar that is used today, so that the day keeps its name.
 */
enum DateRebase {
  NONE,
  JULIAN;

  /** Set by Spark in files whose dates and times are of the old calendar. */
  static final String LEGACY_TIMES = "org.apache.spark.legacyDateTime";

  private static final String SPARK_VERSION = "org.apache.spark.version";
  private static final String WRITER_ZONE = "org.apache.spark.timeZone";
  private static final int FIRST_GREGORIAN_DAY = -141_427;
  // No zone has rebased times after this one.
  private static final long LATEST_SWITCH_MICROS = -2_208_988_800_000_000L;

  /**
   * What Spark itself wrote says which calendar it used; of other files the options tell.
   *
   * @param written the file's own notes
   * @param since the version of Spark that brought the new calendar
   */
  static DateRebase of(
      Map<String, String> written, String legacy, String since, boolean otherwise) {
    Optional<String> version = Optional.ofNullable(written.get(SPARK_VERSION));
    boolean julian =
        version.map(v -> v.compareTo(since) < 0 || written.containsKey(legacy)).orElse(otherwise);
    return julian ? JULIAN : NONE;
  }

  /** The zone in which the file was written, if it tells that. */
  static String zone(Map<String, String> written, String otherwise) {
    return written.getOrDefault(WRITER_ZONE, otherwise);
  }

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
