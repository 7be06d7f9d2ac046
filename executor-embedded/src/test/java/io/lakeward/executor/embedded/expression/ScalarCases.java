/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The judge's list of calls: a resource with one expression and its column types a line. */
final class ScalarCases {
  private ScalarCases() {}

  record ScalarCase(String template, String types) {}

  static List<ScalarCase> load(String resource) {
    List<ScalarCase> cases = new ArrayList<>();
    for (String line : lines(resource)) {
      String[] parts = line.split("\\s*::\\s+|\\s+::$", -1);
      for (int i = 1; i < Math.max(parts.length, 2); i++) {
        cases.add(new ScalarCase(parts[0], i < parts.length ? parts[i] : ""));
      }
    }
    return cases;
  }

  /**
   * Each call with its first types, and every third one of the others; {@code
   * -Ddifferential.full=true} takes all.
   */
  static List<ScalarCase> sample(String resource) {
    if (Boolean.getBoolean("differential.full")) {
      return load(resource);
    }
    List<ScalarCase> sample = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    int others = 0;
    for (ScalarCase call : load(resource)) {
      if (seen.add(call.template()) || others++ % 3 == 0) {
        sample.add(call);
      }
    }
    return sample;
  }

  /** Each type cast to each other, also by try_cast. */
  static List<ScalarCase> casts() {
    List<String> types =
        List.of(
            "boolean",
            "tinyint",
            "smallint",
            "int",
            "bigint",
            "float",
            "double",
            "decimal(10,2)",
            "decimal(38,10)",
            "decimal(5,0)",
            "string",
            "binary",
            "date",
            "timestamp",
            "timestamp_ntz");
    List<ScalarCase> cases = new ArrayList<>();
    for (String from : types) {
      for (String to : types) {
        cases.add(new ScalarCase("cast(a as " + to + ")", from));
        cases.add(new ScalarCase("try_cast(a as " + to + ")", from));
      }
    }
    return cases;
  }

  static List<String> lines(String resource) {
    List<String> lines = new ArrayList<>();
    try (InputStream in = ScalarCases.class.getResourceAsStream(resource);
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(
                    java.util.Objects.requireNonNull(in), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          lines.add(line.stripTrailing());
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return lines;
  }
}
