/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import java.util.Locale;
import java.util.OptionalLong;

/** How Delta names the files of a log. */
final class LogFileNames {
  static final String LOG_FOLDER = "_delta_log";
  private static final int DIGITS = 20;
  private static final String COMMIT_END = ".json";
  private static final String COMPACTED_END = ".compacted.json";

  private LogFileNames() {}

  static String commit(long version) {
    return digits(version) + COMMIT_END;
  }

  /** A log compaction file, which stands for the commits from {@code first} to {@code last}. */
  static String compacted(long first, long last) {
    return digits(first) + "." + digits(last) + COMPACTED_END;
  }

  /** A checkpoint in one file. */
  static String checkpoint(long version) {
    return digits(version) + ".checkpoint.parquet";
  }

  static OptionalLong commitVersion(String name) {
    return name.length() == DIGITS + COMMIT_END.length() && name.endsWith(COMMIT_END)
        ? number(name, 0)
        : OptionalLong.empty();
  }

  /** The last version in a compaction of the log's beginning. */
  static OptionalLong lastVersionOfCompactionFromStart(String name) {
    if (name.length() != 2 * DIGITS + 1 + COMPACTED_END.length()
        || !name.endsWith(COMPACTED_END)
        || !number(name, 0).equals(OptionalLong.of(0))) {
      return OptionalLong.empty();
    }
    return number(name, DIGITS + 1);
  }

  /** The version of a checkpoint file, be it classic, in parts or of the second kind. */
  static OptionalLong checkpointVersion(String name) {
    return name.length() > DIGITS && name.startsWith(".checkpoint.", DIGITS)
        ? number(name, 0)
        : OptionalLong.empty();
  }

  private static String digits(long version) {
    return String.format(Locale.ROOT, "%020d", version);
  }

  private static OptionalLong number(String name, int from) {
    long value = 0;
    for (int i = from; i < from + DIGITS; i++) {
      char c = name.charAt(i);
      if (c < '0' || c > '9') {
        return OptionalLong.empty();
      }
      value = value * 10 + (c - '0');
    }
    return OptionalLong.of(value);
  }
}
