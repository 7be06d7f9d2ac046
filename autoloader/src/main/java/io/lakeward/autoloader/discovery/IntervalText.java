/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.discovery;

import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.apache.spark.sql.catalyst.util.IntervalUtils;
import org.apache.spark.unsafe.types.CalendarInterval;
import org.apache.spark.unsafe.types.UTF8String;

/** Spans of time in options, such as {@code 14 days}. */
public final class IntervalText {
  private static final int DAYS_IN_MONTH = 30;

  private IntervalText() {}

  public static Duration duration(String option, String text) {
    try {
      CalendarInterval interval = IntervalUtils.stringToInterval(UTF8String.fromString(text));
      Duration duration =
          Duration.ofDays(interval.days + (long) interval.months * DAYS_IN_MONTH)
              .plus(interval.microseconds, ChronoUnit.MICROS);
      if (!duration.isNegative()) {
        return duration;
      }
    } catch (RuntimeException e) {
      throw new ProjectException(invalid(option, text), e);
    }
    throw new ProjectException(invalid(option, text));
  }

  private static Problem invalid(String option, String text) {
    return SourceProblems.optionValue(option, text, "a span of time such as 30 days");
  }
}
