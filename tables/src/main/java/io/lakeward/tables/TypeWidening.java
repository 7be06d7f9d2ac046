/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The types that a stored type may become while its files stay: every value is one of the new type
 * too, and a reader finds it. Those of Delta's.
 */
public final class TypeWidening {
  private static final Map<String, List<String>> WIDER =
      Map.of(
          "byte", List.of("short", "integer", "long", "double"),
          "short", List.of("integer", "long", "double"),
          "integer", List.of("long", "double"),
          "float", List.of("double"),
          "date", List.of("timestamp_ntz"));

  /** The digits that a decimal needs before its point to hold all integers of a type. */
  private static final Map<String, Integer> DIGITS =
      Map.of("byte", 10, "short", 10, "integer", 10, "long", 20);

  private static final Pattern DECIMAL = Pattern.compile("decimal\\((\\d+),\\s*(-?\\d+)\\)");

  private TypeWidening() {}

  /**
   * Whether the second type is wider than the first.
   *
   * @param from as Spark's JSON of a schema names a type without parts
   */
  public static boolean isWider(String from, String to) {
    Matcher stored = DECIMAL.matcher(from);
    Matcher wanted = DECIMAL.matcher(to);
    if (wanted.matches() && DIGITS.containsKey(from)) {
      int whole = Integer.parseInt(wanted.group(1)) - Integer.parseInt(wanted.group(2));
      return whole >= DIGITS.get(from);
    }
    if (!stored.matches() || !wanted.matches()) {
      return WIDER.getOrDefault(from, List.of()).contains(to);
    }
    int moreScale = Integer.parseInt(wanted.group(2)) - Integer.parseInt(stored.group(2));
    int morePrecision = Integer.parseInt(wanted.group(1)) - Integer.parseInt(stored.group(1));
    return !from.equals(to) && moreScale >= 0 && morePrecision >= moreScale;
  }
}
