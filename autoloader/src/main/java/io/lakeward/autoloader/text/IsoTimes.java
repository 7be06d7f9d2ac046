/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.text;

import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import org.apache.spark.unsafe.Platform;

/**
 * Reads the common ISO form of dates and times, {@code 2026-01-31} and {@code
 * 2026-01-31T12:00:00.123456+01:00} with {@code T} or a blank, which Spark's default formats read
 * the same way. Anything else is not plain.
 */
public final class IsoTimes {
  /** No value in the range of dates and times. */
  public static final long NOT_PLAIN = Long.MIN_VALUE;

  private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  // Of eight characters, the first one lowest: 0000-00- and 00:00:00, and where their signs are.
  private static final long DASHES = 0x2D30302D30303030L;
  private static final long DASH_PLACES = 0xFF0000FF00000000L;
  private static final long COLONS = 0x30303A30303A3030L;
  private static final long COLON_PLACES = 0x0000FF0000FF0000L;
  private static final long SIXES = 0x0606060606060606L;
  private static final long HIGH_HALVES = 0xF0F0F0F0F0F0F0F0L;
  private static final int DAYS_FROM_YEAR_0_TO_1970 = 719_528;
  private static final int[] LENGTHS = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  private static final int[] DAYS_BEFORE = {
    0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334
  };

  private final ZoneId zone;
  private final boolean dates;
  private final boolean timestamps;
  private int position;

  // The zone's offset for times of its wall clock from one to another; none is known at first.
  private long offset;
  private long offsetFrom = Long.MAX_VALUE;
  private long offsetTo = Long.MIN_VALUE;

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
    return day(text, start);
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
    long day = day(text, start);
    long clock = digits(text, start + 11, COLONS);
    if (day == NOT_PLAIN || clock == NOT_PLAIN) {
      return NOT_PLAIN;
    }
    int hour = two(clock, 0);
    int minute = two(clock, 3);
    int second = two(clock, 6);
    if (hour > 23 || minute > 59 || second > 59) {
      return NOT_PLAIN;
    }
    position = start + 19;
    int fraction = fraction(text, end);
    if (fraction < 0) {
      return NOT_PLAIN;
    }
    long seconds = day * 86_400L + hour * 3600L + minute * 60L + second;
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
      return offsetAt(localSeconds);
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

  private long offsetAt(long localSeconds) {
    if (localSeconds < offsetFrom || localSeconds >= offsetTo) {
      learnOffset(localSeconds);
    }
    return offset;
  }

  /** Finds the offset of a wall clock's time, and from when to when it is the only one. */
  private void learnOffset(long localSeconds) {
    LocalDateTime local = LocalDateTime.ofEpochSecond(localSeconds, 0, ZoneOffset.UTC);
    ZonedDateTime zoned = local.atZone(zone);
    offset = localSeconds - zoned.toEpochSecond();
    offsetFrom = Long.MIN_VALUE;
    offsetTo = Long.MAX_VALUE;
    if (zone.getRules().isFixedOffset()) {
      return;
    }
    Instant instant = zoned.toInstant();
    ZoneOffsetTransition before = zone.getRules().previousTransition(instant.plusSeconds(1));
    ZoneOffsetTransition after = zone.getRules().nextTransition(instant);
    if (before != null) {
      offsetFrom = later(before.getDateTimeBefore(), before.getDateTimeAfter(), 1);
    }
    if (after != null) {
      offsetTo = later(after.getDateTimeBefore(), after.getDateTimeAfter(), -1);
    }
    if (localSeconds < offsetFrom || localSeconds >= offsetTo) {
      // A time that the clock shows twice or never is nothing to learn from.
      offsetFrom = localSeconds;
      offsetTo = localSeconds + 1;
    }
  }

  /** The later one of two wall clocks' times if the sign is 1, or the earlier one if it is -1. */
  private static long later(LocalDateTime a, LocalDateTime b, int sign) {
    LocalDateTime found = a.compareTo(b) * sign > 0 ? a : b;
    return found.toEpochSecond(ZoneOffset.UTC);
  }

  /** Days since 1970-01-01; no objects are made, since this is done for each value. */
  private static long day(byte[] text, int start) {
    long digits = digits(text, start, DASHES);
    int day = two(text, start + 8);
    if (digits == NOT_PLAIN || day < 1) {
      return NOT_PLAIN;
    }
    int century = two(digits, 0);
    int inCentury = two(digits, 2);
    int year = century * 100 + inCentury;
    int month = two(digits, 5);
    if (month < 1 || month > 12) {
      return NOT_PLAIN;
    }
    boolean isLeap = (year & 3) == 0 && (inCentury != 0 || (century & 3) == 0);
    if (day > LENGTHS[month] && !(month == 2 && isLeap && day == 29)) {
      return NOT_PLAIN;
    }
    int leapDays = (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
    int inYear = DAYS_BEFORE[month] + (month > 2 && isLeap ? 1 : 0) + day - 1;
    return 365 * year + leapDays + inYear - DAYS_FROM_YEAR_0_TO_1970;
  }

  /**
   * Eight characters at once: signs where a mask has them, digits everywhere else.
   *
   * @return the digits, one a byte and the first one lowest; NOT_PLAIN if they are none
   */
  private static long digits(byte[] text, int at, long signs) {
    long word = Platform.getLong(text, Platform.BYTE_ARRAY_OFFSET + at);
    long digits = (LITTLE_ENDIAN ? word : Long.reverseBytes(word)) ^ signs;
    boolean areDigits = (((digits + SIXES) | digits) & HIGH_HALVES) == 0;
    boolean areSigns = (digits & (signs == DASHES ? DASH_PLACES : COLON_PLACES)) == 0;
    return areDigits && areSigns ? digits : NOT_PLAIN;
  }

  /** Two of such digits as a number. */
  private static int two(long digits, int place) {
    int pair = (int) (digits >>> (8 * place));
    return (pair & 0xF) * 10 + (pair >>> 8 & 0xF);
  }

  private static int two(byte[] text, int at) {
    int tens = text[at] - '0';
    int ones = text[at + 1] - '0';
    return (tens | ones) < 0 || tens > 9 || ones > 9 ? -1 : tens * 10 + ones;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
