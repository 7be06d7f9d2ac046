/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.text;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Reads the common ISO form of dates and times, {@code 2026-01-31} and {@code
 * 2026-01-31T12:00:00.123456+01:00} with {@code T} or a blank, which Spark's default formats read
 * the same way. Anything else is not plain.
 */
public final class IsoTimes {
  /** No value in the range of dates and times. */
  public static final long NOT_PLAIN = Long.MIN_VALUE;

  private final ZoneId zone;
  private final boolean dates;
  private final boolean timestamps;
  private int position;

  /**
   * @param dates whether the date format is the default one
   * @param timestamps whether the formats of timestamps are the default ones
   */
  public IsoTimes(ZoneId zone, boolean dates, boolean timestamps) {
    this.zone = zone;
    this.dates = dates;
    this.timestamps = timestamps;
  }

  public long date(byte[] text, int start, int length) {
    if (!dates || length != 10) {
      return NOT_PLAIN;
    }
    LocalDate date = day(text, start);
    return date == null ? NOT_PLAIN : date.toEpochDay();
  }

  public long timestamp(byte[] text, int start, int length) {
    return micros(text, start, length, true);
  }

  public long timestampNtz(byte[] text, int start, int length) {
    return micros(text, start, length, false);
  }

  private long micros(byte[] text, int start, int length, boolean zoned) {
    int end = start + length;
    if (!timestamps || length < 19 || (text[start + 10] != 'T' && text[start + 10] != ' ')) {
      return NOT_PLAIN;
    }
    LocalDate date = day(text, start);
    int hour = two(text, start + 11);
    int minute = two(text, start + 14);
    int second = two(text, start + 17);
    if (date == null
        || text[start + 13] != ':'
        || text[start + 16] != ':'
        || hour < 0
        || hour > 23
        || minute < 0
        || minute > 59
        || second < 0
        || second > 59) {
      return NOT_PLAIN;
    }
    position = start + 19;
    int fraction = fraction(text, end);
    if (fraction < 0) {
      return NOT_PLAIN;
    }
    long seconds = date.toEpochDay() * 86_400L + hour * 3600L + minute * 60L + second;
    long offset = zoned ? offset(text, end, seconds) : position == end ? 0 : NOT_PLAIN;
    return offset == NOT_PLAIN ? NOT_PLAIN : (seconds - offset) * 1_000_000L + fraction;
  }

  private int fraction(byte[] text, int end) {
    if (position >= end || text[position] != '.') {
      return 0;
    }
    int first = ++position;
    int value = 0;
    while (position < end && position - first < 6 && isDigit(text[position])) {
      value = value * 10 + (text[position] - '0');
      position++;
    }
    int digits = position - first;
    for (int i = digits; i < 6; i++) {
      value *= 10;
    }
    return digits == 0 ? -1 : value;
  }

  private long offset(byte[] text, int end, long localSeconds) {
    if (position == end) {
      if (zone instanceof ZoneOffset fixed) {
        return fixed.getTotalSeconds();
      }
      LocalDateTime local = LocalDateTime.ofEpochSecond(localSeconds, 0, ZoneOffset.UTC);
      return localSeconds - local.atZone(zone).toEpochSecond();
    }
    if (text[position] == 'Z' && position + 1 == end) {
      return 0;
    }
    if ((text[position] != '+' && text[position] != '-')
        || end - position != 6
        || text[position + 3] != ':') {
      return NOT_PLAIN;
    }
    int hours = two(text, position + 1);
    int minutes = two(text, position + 4);
    if (hours < 0 || hours > 17 || minutes < 0 || minutes > 59) {
      return NOT_PLAIN;
    }
    int offset = hours * 3600 + minutes * 60;
    return text[position] == '-' ? -offset : offset;
  }

  private static @org.jspecify.annotations.Nullable LocalDate day(byte[] text, int start) {
    int century = two(text, start);
    int year = two(text, start + 2);
    int month = two(text, start + 5);
    int day = two(text, start + 8);
    if (century < 0
        || year < 0
        || month < 1
        || month > 12
        || day < 1
        || day > 31
        || text[start + 4] != '-'
        || text[start + 7] != '-') {
      return null;
    }
    try {
      return LocalDate.of(century * 100 + year, month, day);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static int two(byte[] text, int at) {
    return isDigit(text[at]) && isDigit(text[at + 1])
        ? (text[at] - '0') * 10 + (text[at + 1] - '0')
        : -1;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
