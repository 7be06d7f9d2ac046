/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.csv;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.jspecify.annotations.Nullable;

/** Column names from a CSV file's first record, by Spark's rules for blank and repeated ones. */
public final class CsvHeader {
  private static final Pattern POSITIONAL = Pattern.compile("_c[0-9]+");

  private CsvHeader() {}

  /** A blank name becomes {@code _c<position>}; names that repeat get their position appended. */
  public static List<String> names(@Nullable String[] tokens, CSVOptions options) {
    Map<String, Integer> counts = new HashMap<>();
    for (String token : tokens) {
      if (!isBlank(token, options)) {
        counts.merge(token.toLowerCase(Locale.ROOT), 1, Integer::sum);
      }
    }
    Set<String> taken = new HashSet<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < tokens.length; i++) {
      String token = tokens[i];
      String name;
      if (token == null || isBlank(token, options)) {
        name = positional(i);
      } else if (counts.getOrDefault(token.toLowerCase(Locale.ROOT), 0) > 1) {
        name = token + i;
      } else {
        name = token;
      }
      while (!taken.add(name.toLowerCase(Locale.ROOT))) {
        name = name + "_" + i;
      }
      names.add(name);
    }
    return names;
  }

  static String positional(int position) {
    return "_c" + position;
  }

  public static boolean isPositional(String name) {
    return POSITIONAL.matcher(name).matches();
  }

  private static boolean isBlank(@Nullable String token, CSVOptions options) {
    return token == null || token.isEmpty() || token.equals(options.nullValue());
  }
}
