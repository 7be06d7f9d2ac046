/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The support list is exactly what the differential tests compare. */
final class SupportedFunctionsTest {
  @Test
  void eachListedFunctionHasATestRowAndEachRowIsListed() throws SQLException, IOException {
    SortedMap<String, SupportedFunctions.Kind> tested = tested();
    String target = System.getProperty("lakeward.supported-functions");
    if (target != null) {
      StringBuilder text = new StringBuilder();
      tested.forEach(
          (name, kind) ->
              text.append(name)
                  .append(' ')
                  .append(kind.name().toLowerCase(java.util.Locale.ROOT))
                  .append('\n'));
      Files.writeString(Path.of(target), text);
    }
    assertThat(SupportedFunctions.list()).isEqualTo(tested);
  }

  /** A function counts as native if one of its rows is. */
  static SortedMap<String, SupportedFunctions.Kind> tested() throws SQLException {
    SortedMap<String, SupportedFunctions.Kind> tested = new TreeMap<>();
    try (Judge judge = new Judge("UTC", true, NativeFunctions.standard())) {
      for (ScalarCases.ScalarCase call : ScalarCases.load("scalar-cases.txt")) {
        boolean isNative = judge.path(call.template(), Judge.types(call.types())).equals("native");
        for (String name : CaseNames.of(call.template())) {
          tested.merge(
              name,
              isNative ? SupportedFunctions.Kind.NATIVE : SupportedFunctions.Kind.CATALYST,
              (a, b) -> a == SupportedFunctions.Kind.NATIVE ? a : b);
        }
      }
    }
    for (ScalarCases.ScalarCase call : ScalarCases.load("aggregate-cases.txt")) {
      CaseNames.of(call.template())
          .forEach(name -> tested.put(name, SupportedFunctions.Kind.AGGREGATE));
    }
    for (ScalarCases.ScalarCase call : ScalarCases.load("window-cases.txt")) {
      CaseNames.of(call.template())
          .forEach(name -> tested.putIfAbsent(name, SupportedFunctions.Kind.WINDOW));
    }
    return tested;
  }
}
