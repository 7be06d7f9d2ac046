/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.event;

import io.lakeward.model.problem.FileProblems;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of an event log is kept. Whole files go, the oldest first; the newest stays whatever its
 * age and size.
 *
 * @param age files that were last written longer ago are deleted
 * @param bytes files are deleted until the log is no larger
 */
public record EventRetention(Duration age, long bytes) {
  public static final String DAYS_KEY = "lakeward.eventLog.retentionDays";
  public static final String SIZE_KEY = "lakeward.eventLog.maxSize";
  private static final Pattern DAYS = Pattern.compile("[1-9][0-9]{0,4}");
  private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,8})\\s*([kmg]?)b?");

  /**
   * @throws ProjectException for a value that is no number of days or no size
   */
  public static EventRetention of(Map<String, String> configuration) {
    String days = configuration.getOrDefault(DAYS_KEY, "90").strip();
    String size = configuration.getOrDefault(SIZE_KEY, "512m").strip().toLowerCase(Locale.ROOT);
    if (!DAYS.matcher(days).matches()) {
      throw invalid(DAYS_KEY, days, "a number of days, from 1");
    }
    Matcher parts = SIZE.matcher(size);
    if (!parts.matches()) {
      throw invalid(SIZE_KEY, size, "a size such as 100m or 2g");
    }
    int power = " kmg".indexOf(parts.group(2).isEmpty() ? " " : parts.group(2));
    return new EventRetention(
        Duration.ofDays(Long.parseLong(days)), Long.parseLong(parts.group(1)) << (10 * power));
  }

  private static ProjectException invalid(String key, String value, String wanted) {
    return new ProjectException(
        Problem.of(
                ProblemCode.SETTINGS_INVALID,
                "The setting `" + key + "` must be " + wanted + ", but is `" + value + "`.")
            .withFix("Correct it under `configuration:` in pipeline.yml."));
  }

  public void apply(EventLog log, Instant now) {
    List<EventLog.Part> parts = log.wholeLines();
    long total = parts.stream().mapToLong(EventLog.Part::bytes).sum();
    long oldest = now.minus(age).toEpochMilli();
    for (EventLog.Part part : parts.subList(0, Math.max(0, parts.size() - 1))) {
      if (part.modifiedMillis() < oldest || total > bytes) {
        total -= part.bytes();
        try {
          Files.deleteIfExists(part.file());
        } catch (IOException e) {
          throw FileProblems.failure("delete", part.file(), e);
        }
      }
    }
  }
}
