/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import org.apache.spark.QueryContext;
import org.apache.spark.QueryContextType;
import org.apache.spark.SparkThrowable;

/**
 * The places of expressions that failed while rows were computed. Spark's exceptions know which
 * part of which text it was; the user wants file, line and column.
 */
public final class FailurePlaces {
  /** What Spark writes of the text, which is shown by the place. */
  private static final String SHOWN_TEXT = "\n== SQL ";

  private FailurePlaces() {}

  /**
   * The problem at the expression that failed.
   *
   * @param failure what the problem tells of
   * @param texts where the expression may stand; the first that fits counts
   */
  public static Problem placed(Problem problem, Throwable failure, List<SqlText> texts) {
    return find(failure, texts).map(place -> shortened(problem).at(place)).orElse(problem);
  }

  private static Problem shortened(Problem problem) {
    int end = problem.message().indexOf(SHOWN_TEXT);
    return end < 0
        ? problem
        : new Problem(
            problem.code(), problem.message().substring(0, end), problem.where(), problem.fix());
  }

  private static Optional<SourceSpan> find(Throwable failure, List<SqlText> texts) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SparkThrowable spark) {
        for (QueryContext context : spark.getQueryContext()) {
          if (context.contextType() == QueryContextType.SQL && !context.fragment().isEmpty()) {
            return place(context, texts);
          }
        }
      }
    }
    return Optional.empty();
  }

  /**
   * An engine may compute equal expressions of several texts as one, which has one of their places.
   */
  private static Optional<SourceSpan> place(QueryContext context, List<SqlText> texts) {
    for (SqlText text : texts) {
      if (holds(text.sql(), context)) {
        return Optional.of(new SqlPlaces(text).atCodePoint(context.startIndex()));
      }
    }
    return texts.stream()
        .filter(text -> text.sql().contains(context.fragment()))
        .findFirst()
        .map(text -> new SqlPlaces(text).atOffset(text.sql().indexOf(context.fragment())));
  }

  private static boolean holds(String sql, QueryContext context) {
    int length = sql.codePointCount(0, sql.length());
    return context.startIndex() < length
        && sql.startsWith(
            context.fragment(), sql.offsetByCodePoints(0, Math.max(0, context.startIndex())));
  }
}
