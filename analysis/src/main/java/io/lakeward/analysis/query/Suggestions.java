/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Names that a person may have meant. */
final class Suggestions {
  private static final int MOST = 3;

  private Suggestions() {}

  /** The names that are nearest to a wrong one, best first. */
  static List<String> nearest(String wrong, Collection<String> candidates) {
    String key = wrong.toLowerCase(Locale.ROOT);
    int limit = Math.max(1, key.length() / 3);
    return candidates.stream()
        .distinct()
        .filter(c -> distance(key, c.toLowerCase(Locale.ROOT)) <= limit)
        .sorted(
            Comparator.comparingInt((String c) -> distance(key, c.toLowerCase(Locale.ROOT)))
                .thenComparing(Comparator.naturalOrder()))
        .limit(MOST)
        .toList();
  }

  /** The number of letters to add, drop or replace. */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replace, Math.min(previous[j], row[j - 1]) + 1);
      }
      previous = row;
    }
    return previous[b.length()];
  }
}
