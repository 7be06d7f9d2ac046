/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import static io.lakeward.model.problem.ProblemCode.ANALYSIS_ERROR;
import static io.lakeward.model.problem.ProblemCode.INTERNAL_ERROR;
import static io.lakeward.model.problem.ProblemCode.PARSE_SYNTAX_ERROR;
import static io.lakeward.model.problem.ProblemCode.TABLE_OR_VIEW_NOT_FOUND;
import static io.lakeward.model.problem.ProblemCode.UNRESOLVED_COLUMN;
import static io.lakeward.model.problem.ProblemCode.UNRESOLVED_ROUTINE;

import io.lakeward.model.problem.DidYouMean;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.QueryContextType;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.parser.ParseException;

/**
 * Turns what Spark's parser and analyzer throw into problems: its condition and its words stay, its
 * position becomes one in the user's file, and dumps of plans are dropped.
 */
final class SparkComplaints {
  private static final Pattern CONDITION = Pattern.compile("^\\[([A-Z0-9_.]+)\\]\\s*");
  private static final Pattern NOISE =
      Pattern.compile(
          "\\s*(?:SQLSTATE: \\w{5}|\\n== SQL|;\\s*line \\d+ pos \\d+|;\\n).*$", Pattern.DOTALL);
  private static final Pattern SUGGESTION =
      Pattern.compile("Did you mean one of the following\\? \\[([^\\]]*)\\]");

  private static final Pattern STATEMENT_ON_NEW_LINE =
      Pattern.compile("(?im)^[ \\t]*(CREATE|SET|USE|APPLY[ \\t]+CHANGES|AUTO[ \\t]+CDC)\\b");

  /** What to do about complaints that do not say it themselves. */
  private static final Map<String, String> ADVICE =
      Map.of(
          "AMBIGUOUS_REFERENCE",
          "Write the name of the table, or its alias, and a point before the column.",
          "MISSING_AGGREGATION",
          "Add it to GROUP BY, or aggregate it.",
          "WINDOW_FUNCTION_NOT_ALLOWED_IN_CLAUSE",
          "Filter with QUALIFY, or compute it in a subquery and filter what that gives.",
          "INVALID_WHERE_CONDITION",
          "Filter groups with HAVING; compute anything else in a subquery.",
          "NUM_COLUMNS_MISMATCH",
          "Let all parts give the same columns.",
          "ASSIGNMENT_ARITY_MISMATCH",
          "Name as many columns as the query gives.",
          "INCOMPATIBLE_COLUMN_TYPE",
          "Cast the column to one type in all parts.",
          "INVALID_SUBQUERY_EXPRESSION.STREAMING_QUERY",
          "Read the table in the subquery without STREAM, or join the two streams.");

  private SparkComplaints() {}

  static Problem toProblem(Throwable thrown, SqlPlaces places) {
    SourceSpan where = place(thrown, places);
    if (thrown instanceof StackOverflowError) {
      return Problem.of(ANALYSIS_ERROR, "The query is nested too deeply to be analyzed.")
          .at(where)
          .withFix("Split it into several views.");
    }
    String condition = condition(thrown);
    ProblemCode code = code(thrown, condition);
    String words = words(thrown);
    String text =
        code == ANALYSIS_ERROR || code == INTERNAL_ERROR
            ? (condition.isEmpty() ? words : condition + ": " + words)
            : words;
    Problem problem = Problem.of(code, text).at(where);
    if (code == PARSE_SYNTAX_ERROR) {
      return nextStatement(places.sql())
          .map(word -> problem.withFix("Is a semicolon missing before " + word + "?"))
          .orElse(problem);
    }
    if (condition.equals("FIELD_NOT_FOUND")) {
      return problem.withFix(fieldAdvice((SparkThrowable) thrown));
    }
    Matcher suggestion = SUGGESTION.matcher(words);
    if (suggestion.find()) {
      return problem.withFix("Did you mean one of " + suggestion.group(1) + "?");
    }
    return Optional.ofNullable(ADVICE.get(condition)).map(problem::withFix).orElse(problem);
  }

  /** The words of a statement that begins on a line of its own inside this one. */
  private static Optional<String> nextStatement(String sql) {
    Matcher matcher = STATEMENT_ON_NEW_LINE.matcher(sql);
    while (matcher.find()) {
      if (!sql.substring(0, matcher.start()).isBlank()) {
        return Optional.of(matcher.group(1).toUpperCase(Locale.ROOT));
      }
    }
    return Optional.empty();
  }

  private static String fieldAdvice(SparkThrowable thrown) {
    String wanted = thrown.getMessageParameters().getOrDefault("fieldName", "").replace("`", "");
    List<String> known =
        List.of(
            thrown.getMessageParameters().getOrDefault("fields", "").replace("`", "").split(", "));
    return DidYouMean.closest(wanted, known)
        .map(field -> "Did you mean " + field + "?")
        .orElse("The struct has the fields " + String.join(", ", known) + ".");
  }

  static String condition(Throwable thrown) {
    if (thrown instanceof SparkThrowable known && known.getCondition() != null) {
      return known.getCondition();
    }
    Matcher matcher = CONDITION.matcher(String.valueOf(thrown.getMessage()));
    return matcher.find() ? matcher.group(1) : "";
  }

  private static ProblemCode code(Throwable thrown, String condition) {
    if (condition.startsWith("UNRESOLVED_COLUMN")) {
      return UNRESOLVED_COLUMN;
    }
    if (condition.startsWith("TABLE_OR_VIEW_NOT_FOUND")) {
      return TABLE_OR_VIEW_NOT_FOUND;
    }
    if (condition.startsWith("UNRESOLVED_ROUTINE")
        || condition.startsWith("UNRESOLVABLE_TABLE_VALUED_FUNCTION")) {
      return UNRESOLVED_ROUTINE;
    }
    if (thrown instanceof ParseException) {
      return PARSE_SYNTAX_ERROR;
    }
    boolean isKnown =
        thrown instanceof AnalysisException
            || (thrown instanceof SparkThrowable && !condition.startsWith("INTERNAL_ERROR"));
    return isKnown ? ANALYSIS_ERROR : INTERNAL_ERROR;
  }

  private static String words(Throwable thrown) {
    String message =
        thrown instanceof AnalysisException analysis && !(thrown instanceof ParseException)
            ? analysis.message()
            : thrown.getMessage();
    String words = message == null ? thrown.getClass().getName() : message.strip();
    words = CONDITION.matcher(words).replaceFirst("");
    words = NOISE.matcher(words).replaceFirst("").strip();
    int advice = words.indexOf("\nPlease make sure that");
    words = advice < 0 ? words : words.substring(0, advice);
    return words.isEmpty() ? thrown.getClass().getSimpleName().toLowerCase(Locale.ROOT) : words;
  }

  private static SourceSpan place(Throwable thrown, SqlPlaces places) {
    if (thrown instanceof ParseException parse && parse.start().line().isDefined()) {
      return places.at(parse.start());
    }
    if (thrown instanceof AnalysisException analysis
        && analysis.line().isDefined()
        && analysis.startPosition().isDefined()) {
      return places.at((Integer) analysis.line().get(), (Integer) analysis.startPosition().get());
    }
    return contextStart(thrown).map(places::atCodePoint).orElseGet(places::start);
  }

  private static Optional<Integer> contextStart(Throwable thrown) {
    if (thrown instanceof SparkThrowable known) {
      for (var context : known.getQueryContext()) {
        if (context.contextType() == QueryContextType.SQL && context.startIndex() >= 0) {
          return Optional.of(context.startIndex());
        }
      }
    }
    return Optional.empty();
  }
}
