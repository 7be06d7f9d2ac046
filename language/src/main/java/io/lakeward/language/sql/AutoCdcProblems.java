/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import static io.lakeward.model.problem.ProblemCode.AUTOCDC_EMPTY_KEYS;
import static io.lakeward.model.problem.ProblemCode.AUTOCDC_INVALID_CLAUSE;
import static io.lakeward.model.problem.ProblemCode.AUTOCDC_MISSING_SEQUENCE_BY;
import static io.lakeward.model.problem.ProblemCode.AUTOCDC_MULTIPART_COLUMN_IDENTIFIER;
import static io.lakeward.model.problem.ProblemCode.AUTOCDC_NON_COLUMN_IDENTIFIER;
import static io.lakeward.model.problem.ProblemCode.PARSE_SYNTAX_ERROR;

import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.util.Arrays;
import java.util.List;

/** The wording of what can be wrong in the clauses of AUTO CDC. */
final class AutoCdcProblems {
  private AutoCdcProblems() {}

  static Problem sourceMissing(SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "The flow does not say where its changes come from.")
        .at(where)
        .withFix("Write the source after FROM, for example FROM STREAM(changes).");
  }

  static Problem keysMissing(SourceSpan where) {
    return Problem.of(AUTOCDC_EMPTY_KEYS, "The flow has no KEYS (column, …).")
        .at(where)
        .withFix("Write KEYS and, in brackets, the columns that identify a row, after the source.");
  }

  static Problem keysEmpty(SourceSpan where) {
    return Problem.of(AUTOCDC_EMPTY_KEYS, "KEYS names no column.")
        .at(where)
        .withFix("Name the columns that identify a row.");
  }

  static Problem sequenceMissing(SourceSpan where) {
    return Problem.of(AUTOCDC_MISSING_SEQUENCE_BY, "The flow has no SEQUENCE BY.")
        .at(where)
        .withFix("Add SEQUENCE BY and the column that orders the changes of a key.");
  }

  static Problem systemSequenceMissing(SourceSpan where) {
    return Problem.of(AUTOCDC_MISSING_SEQUENCE_BY, "STORED AS BITEMPORAL needs SYSTEM SEQUENCE BY.")
        .at(where)
        .withFix(
            "Add SYSTEM SEQUENCE BY, after SEQUENCE BY, with the column that tells when the source"
                + " learned of a change.");
  }

  static Problem wrongOrder(String clause, String later, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, clause + " stands after " + later + ".")
        .at(where)
        .withFix("Put " + clause + " before " + later + ".");
  }

  static Problem listMissing(SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "A list of columns in brackets is missing here.")
        .at(where)
        .withFix("Write the columns as (a, b).");
  }

  static Problem columnMissing(SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "The name of a column is missing here.")
        .at(where)
        .withFix("Write the column's name.");
  }

  static Problem multipartColumn(SourceSpan where) {
    return Problem.of(
            AUTOCDC_MULTIPART_COLUMN_IDENTIFIER,
            "`" + where.text() + "` is not a column of its own.")
        .at(where)
        .withFix(
            "Name a column without its table. To use a field, select it as a column in a view that"
                + " the flow reads.");
  }

  static Problem notAColumn(SourceSpan where) {
    return Problem.of(
            AUTOCDC_NON_COLUMN_IDENTIFIER, "`" + where.text() + "` is not the name of a column.")
        .at(where)
        .withFix("Name a column, or compute it as one in a view that the flow reads.");
  }

  static Problem expressionMissing(String clause, SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "An expression is missing after " + clause + ".")
        .at(where)
        .withFix("Complete the clause, or remove it.");
  }

  static Problem scdTypeUnknown(SourceSpan where) {
    return Problem.of(PARSE_SYNTAX_ERROR, "`" + where.text() + "` is not a way to store changes.")
        .at(where)
        .withFix("Write STORED AS SCD TYPE 1, SCD TYPE 2 or BITEMPORAL.");
  }

  static Problem notTogether(String clause, String other, String fix, SourceSpan where) {
    return Problem.of(AUTOCDC_INVALID_CLAUSE, clause + " does not go with " + other + ".")
        .at(where)
        .withFix(fix);
  }

  static Problem unexpected(String word, AutoCdcClause after, SourceSpan where) {
    List<String> firstWords =
        Arrays.stream(AutoCdcClause.values()).map(c -> c.toString().split(" ")[0]).toList();
    String fix =
        DidYouMean.closest(word, firstWords)
            .map(meant -> "Did you mean " + meant + "?")
            .orElse("Check the statement after " + after + ".");
    return Problem.of(PARSE_SYNTAX_ERROR, "`" + word + "` does not belong to " + after + ".")
        .at(where)
        .withFix(fix);
  }
}
