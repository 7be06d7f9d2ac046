/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Lower;
import org.apache.spark.sql.catalyst.expressions.Upper;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Short cuts for functions of text. Nearly all dates, times and numbers in files are written in one
 * plain form, about which both engines agree; DuckDB reads those, several times faster than a call
 * of Catalyst. Every other text, and every plain one that names no value (the 30th of February),
 * still goes to Catalyst, which also raises Spark's error.
 */
final class PlainTexts {
  private static final String DAY =
      "([1-9]\\d{3}|\\d[1-9]\\d{2}|\\d{2}[1-9]\\d|\\d{3}[1-9])-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])";
  private static final String TIME = "[ T]([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?";

  private PlainTexts() {}

  /**
   * SQL of a function of a text column that has a short cut.
   *
   * @param catalyst SQL of the same by Catalyst
   */
  static @Nullable String shortCut(Expression expression, String catalyst) {
    if (expression instanceof Upper upper) {
      return letterCase("upper", upper.child(), catalyst);
    }
    return expression instanceof Lower lower
        ? letterCase("lower", lower.child(), catalyst)
        : cast(expression, catalyst);
  }

  /** In ASCII every letter has its one partner; only there are bytes and characters as many. */
  private static @Nullable String letterCase(String function, Expression child, String catalyst) {
    if (!(child instanceof Attribute column) || !(column.dataType() instanceof StringType)) {
      return null;
    }
    String text = ColumnNames.of(column);
    return "CASE WHEN strlen("
        + text
        + ") = length("
        + text
        + ") THEN "
        + function
        + "("
        + text
        + ") WHEN "
        + text
        + " IS NOT NULL THEN "
        + catalyst
        + " END";
  }

  private static @Nullable String cast(Expression expression, String catalyst) {
    if (!(expression instanceof Cast cast)
        || !(cast.child() instanceof Attribute column)
        || !(column.dataType() instanceof StringType)) {
      return null;
    }
    String pattern = pattern(cast);
    if (pattern == null) {
      return null;
    }
    String text = ColumnNames.of(column);
    return "CASE WHEN "
        + text
        + " IS NULL THEN NULL ELSE COALESCE(CASE WHEN regexp_full_match("
        + text
        + ", '"
        + pattern
        + "') THEN TRY_CAST("
        + text
        + " AS "
        + DuckTypes.of(cast.dataType())
        + ") END, "
        + catalyst
        + ") END";
  }

  /** The texts that both engines read alike. */
  private static @Nullable String pattern(Cast cast) {
    DataType to = cast.dataType();
    if (to instanceof DateType) {
      return DAY;
    }
    if (to instanceof TimestampType) {
      // A text without a zone means the session's; only in UTC are there no clock changes.
      boolean utc = cast.timeZoneId().isDefined() && NativeDates.isUtc(cast.zoneId());
      return DAY + TIME + (utc ? "Z?" : "Z");
    }
    if (to instanceof LongType) {
      return "-?\\d{1,18}";
    }
    if (to instanceof IntegerType) {
      return "-?\\d{1,9}";
    }
    return to instanceof DoubleType ? "-?\\d{1,15}(\\.\\d{1,15})?" : null;
  }
}
