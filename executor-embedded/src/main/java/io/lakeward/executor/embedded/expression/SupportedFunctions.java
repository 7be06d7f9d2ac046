/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The functions and operators of Spark SQL that the embedded engine runs; each has a row in the
 * tests that compare it with Spark.
 */
public final class SupportedFunctions {
  private SupportedFunctions() {}

  /**
   * How a function runs: as DuckDB's own SQL, as Catalyst's code inside DuckDB, as an aggregate or
   * as a window function.
   */
  public enum Kind {
    NATIVE,
    CATALYST,
    AGGREGATE,
    WINDOW
  }

  /** All, by name. */
  public static SortedMap<String, Kind> list() {
    SortedMap<String, Kind> functions = new TreeMap<>();
    InputStream resource = SupportedFunctions.class.getResourceAsStream("supported-functions.txt");
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(resource), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        int space = line.lastIndexOf(' ');
        functions.put(
            line.substring(0, space),
            Kind.valueOf(line.substring(space + 1).toUpperCase(Locale.ROOT)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Collections.unmodifiableSortedMap(functions);
  }
}
