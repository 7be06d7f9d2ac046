/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.expressions.Divide;
import org.apache.spark.sql.catalyst.expressions.Length;
import org.junit.jupiter.api.Test;

/**
 * Every scalar function, operator and cast of the support list gives Spark's value, NULL, type or
 * error on generated inputs.
 */
final class ExpressionDifferentialTest {
  private static final Predicate<ScalarCases.ScalarCase> TIME =
      c ->
          c.types().contains("timestamp")
              || c.types().contains("date")
              || c.template().contains("time")
              || c.template().contains("date");

  @Test
  void allFunctionsAnswerAsSpark() throws SQLException {
    List<ScalarCases.ScalarCase> cases = new ArrayList<>(ScalarCases.load("scalar-cases.txt"));
    assertThat(cases).hasSizeGreaterThan(300);
    assertThat(mismatches("UTC", true, cases)).isEmpty();
  }

  @Test
  void allCastsAnswerAsSpark() throws SQLException {
    assertThat(mismatches("UTC", true, ScalarCases.casts())).isEmpty();
  }

  @Test
  void withoutAnsiModeAllAnswerAsSpark() throws SQLException {
    List<ScalarCases.ScalarCase> cases = new ArrayList<>(ScalarCases.load("scalar-cases.txt"));
    cases.addAll(ScalarCases.casts());
    cases.removeIf(
        c -> !(c.template().matches(".*[-+*/%\\[].*") || c.template().startsWith("cast")));
    assertThat(mismatches("UTC", false, cases)).isEmpty();
  }

  @Test
  void timesInZonesWithClockChangesAreSparks() throws SQLException {
    List<ScalarCases.ScalarCase> cases = new ArrayList<>(ScalarCases.load("scalar-cases.txt"));
    cases.addAll(ScalarCases.casts());
    cases.removeIf(TIME.negate());
    assertThat(mismatches("America/New_York", true, cases)).isEmpty();
    // Another zone's clock changes at other times, but by the same code.
    cases.removeIf(c -> !c.types().contains("timestamp") || c.template().startsWith("try_"));
    assertThat(mismatches("Europe/Berlin", true, cases)).isEmpty();
  }

  @Test
  void theJudgeFindsAWrongEntry() throws SQLException {
    NativeFunctions wrong =
        NativeFunctions.standard()
            .with(
                Length.class,
                (e, s) ->
                    "CAST(octet_length(encode(" + s.of(((Length) e).child()) + ")) AS INTEGER)");
    assertThat(judge(wrong, "length(a)", "string")).isNotEmpty();
    NativeFunctions lenient =
        NativeFunctions.standard()
            .with(
                Divide.class,
                (e, s) ->
                    "("
                        + s.of(((Divide) e).left())
                        + " / nullif("
                        + s.of(((Divide) e).right())
                        + ", 0))");
    assertThat(judge(lenient, "a / b", "double; double")).isNotEmpty();
    NativeFunctions wideType =
        NativeFunctions.standard()
            .with(Length.class, (e, s) -> "length(" + s.of(((Length) e).child()) + ")");
    assertThat(judge(wideType, "length(a)", "string")).isNotEmpty();
  }

  private static List<String> judge(NativeFunctions natives, String template, String types)
      throws SQLException {
    try (Judge judge = new Judge("UTC", true, natives)) {
      return judge.judge(template, Judge.types(types)).mismatches();
    }
  }

  private static List<String> mismatches(
      String zone, boolean ansi, List<ScalarCases.ScalarCase> cases) throws SQLException {
    List<String> mismatches = new ArrayList<>();
    try (Judge judge = new Judge(zone, ansi, NativeFunctions.standard())) {
      for (ScalarCases.ScalarCase call : cases) {
        try {
          for (String mismatch :
              judge.judge(call.template(), Judge.types(call.types())).mismatches()) {
            mismatches.add(call + " " + mismatch);
          }
        } catch (RuntimeException e) {
          if (!(e.getMessage() != null && e.getMessage().contains("DATATYPE_MISMATCH.CAST"))) {
            mismatches.add(call + " " + e);
          }
        } catch (Exception e) {
          // Spark's AnalysisException is checked, though Scala does not say so.
          if (!(e instanceof AnalysisException
              && String.valueOf(e.getMessage()).contains("DATATYPE_MISMATCH"))) {
            mismatches.add(call + " " + e);
          }
        }
      }
      System.out.println(
          zone + (ansi ? "" : " without ANSI") + ": " + judge.comparisons + " comparisons");
    }
    return mismatches;
  }
}
