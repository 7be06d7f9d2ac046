/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceFile;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterSubstitutionTest {
  private final Problems problems = new Problems();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "SELECT :p | SELECT 'v'",
        "f(:p, :p) | f('v', 'v')",
        "a = :p AND b > :p | a = 'v' AND b > 'v'",
        "IDENTIFIER(:p) | IDENTIFIER('v')",
        "x[:p] | x['v']",
        "BETWEEN :p AND :p | BETWEEN 'v' AND 'v'",
        "CASE WHEN a THEN :p ELSE :p END | CASE WHEN a THEN 'v' ELSE 'v' END",
        ":p::int | 'v'::int",
        "-:p | -'v'",
        "a => :p | a => 'v'",
        "VERSION AS OF :p | VERSION AS OF 'v'",
      })
  void SQL_100_aParameterBecomesAString(String text, String result) {
    assertThat(substitute(text, "v")).isEqualTo(result);
    assertThat(problems.sorted()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "raw:p",
        "t.raw :p",
        "raw:p.q[0]:p",
        "f(x):p",
        "a[0]:p",
        "`a b`:p",
        "a::p",
        "t.select :p",
        "STRUCT<a:p>",
        "STRUCT<a :p>",
        "'a :p'",
        "\"a :p\"",
        "`a :p`",
        "1 -- :p",
        "/* :p */ 1",
        "$$ :p $$",
        "a: p"
      })
  void SQL_95_otherColonsStay(String text) {
    assertThat(substitute(text, "v")).isEqualTo(text);
  }

  @Test
  void aValueCannotLeaveItsString() {
    assertThat(substitute("SELECT :p", "it's \\' OR\n1=1"))
        .isEqualTo("SELECT 'it\\'s \\\\\\' OR\\n1=1'");
    assertThat(SqlLiterals.stringValue(SqlLiterals.quote("it's \\' OR\n1=1")))
        .isEqualTo("it's \\' OR\n1=1");
  }

  @Test
  void SQL_100_anUndefinedParameterIsReportedAtItsPlace() {
    substitute("SELECT\n  :pp", "v");

    Problem problem = problems.sorted().get(0);
    assertThat(problem.code()).isEqualTo(ProblemCode.PARAMETER_UNDEFINED);
    assertThat(problem.where().orElseThrow()).hasToString("a.sql:2:3");
    assertThat(problem.fix()).hasValueSatisfying(f -> assertThat(f).contains("Did you mean p?"));
  }

  @Test
  void placesBehindAParameterAreThoseOfTheFile() {
    SourceFile file = new SourceFile("a.sql", "SELECT :p, oops FROM t");
    MappedText text =
        new ParameterSubstitution(Map.of("p", "a long value"), problems)
            .substitute(MappedText.of(file.span(0, file.text().length())));

    int at = text.text().indexOf("oops");
    assertThat(text.span(at, at + 4).text()).isEqualTo("oops");
    int inValue = text.text().indexOf("long");
    assertThat(text.span(inValue, inValue + 4).text()).isEqualTo(":p");
  }

  private String substitute(String text, String value) {
    SourceFile file = new SourceFile("a.sql", text);
    return new ParameterSubstitution(Map.of("p", value), problems)
        .substitute(MappedText.of(file.span(0, text.length())))
        .text();
  }
}
