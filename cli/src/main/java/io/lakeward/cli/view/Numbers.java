/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import java.time.Duration;
import java.util.Locale;

/** Numbers for people, the same in every locale. */
final class Numbers {

  private Numbers() {}

  /** {@code 1,234,567}. */
  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 3 tables}, {@code 1 table}. */
  static String counted(long number, String noun) {
    return grouped(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** Seconds with as many decimals as help: {@code 0.042}, {@code 1.25}, {@code 75.3}. */
  static String seconds(Duration duration) {
    double seconds = duration.toNanos() / 1e9;
    String pattern = seconds < 1 ? "%.3f" : seconds < 10 ? "%.2f" : "%,.1f";
    return String.format(Locale.ROOT, pattern, seconds);
  }

  /** Share of the whole in percent; a few of very many is never shown as none. */
  static String percent(long part, long whole) {
    if (part == 0 || whole == 0) {
      return "0%";
    }
    double share = 100.0 * part / whole;
    if (share < 0.01) {
      return "<0.01%";
    }
    if (part < whole && share > 99.99) {
      return ">99.99%";
    }
    return String.format(Locale.ROOT, "%.2f%%", share);
  }
}
