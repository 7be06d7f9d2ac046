/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import io.lakeward.executor.embedded.expression.NativeFunctions.Rule;
import io.lakeward.executor.embedded.expression.NativeFunctions.Scope;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.expressions.DateAdd;
import org.apache.spark.sql.catalyst.expressions.DateDiff;
import org.apache.spark.sql.catalyst.expressions.DateSub;
import org.apache.spark.sql.catalyst.expressions.DayOfMonth;
import org.apache.spark.sql.catalyst.expressions.DayOfWeek;
import org.apache.spark.sql.catalyst.expressions.DayOfYear;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetTimeField;
import org.apache.spark.sql.catalyst.expressions.Hour;
import org.apache.spark.sql.catalyst.expressions.LastDay;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Minute;
import org.apache.spark.sql.catalyst.expressions.Month;
import org.apache.spark.sql.catalyst.expressions.Quarter;
import org.apache.spark.sql.catalyst.expressions.Second;
import org.apache.spark.sql.catalyst.expressions.TruncDate;
import org.apache.spark.sql.catalyst.expressions.TruncTimestamp;
import org.apache.spark.sql.catalyst.expressions.UnixDate;
import org.apache.spark.sql.catalyst.expressions.UnixMicros;
import org.apache.spark.sql.catalyst.expressions.WeekDay;
import org.apache.spark.sql.catalyst.expressions.WeekOfYear;
import org.apache.spark.sql.catalyst.expressions.Year;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Parts and arithmetic of dates; of timestamps only where the zone is UTC, because DuckDB's zone
 * rules are not Java's.
 */
final class NativeDates {
  private NativeDates() {}

  static void addTo(Map<Class<?>, Rule> rules) {
    rules.put(Year.class, datePart("year(%s)"));
    rules.put(Quarter.class, datePart("quarter(%s)"));
    rules.put(Month.class, datePart("month(%s)"));
    rules.put(DayOfMonth.class, datePart("day(%s)"));
    rules.put(DayOfYear.class, datePart("dayofyear(%s)"));
    rules.put(DayOfWeek.class, datePart("(dayofweek(%s) + 1)"));
    rules.put(WeekDay.class, datePart("(isodow(%s) - 1)"));
    rules.put(WeekOfYear.class, datePart("weekofyear(%s)"));
    rules.put(LastDay.class, (e, s) -> "last_day(" + s.of(((LastDay) e).child()) + ")");
    rules.put(
        UnixDate.class,
        NativeFunctions.unary(x -> "CAST((" + x + " - DATE '1970-01-01') AS INTEGER)"));
    rules.put(UnixMicros.class, NativeFunctions.unary(x -> "epoch_us(" + x + ")"));
    rules.put(
        DateDiff.class,
        (e, s) ->
            "CAST(("
                + s.of(((DateDiff) e).left())
                + " - "
                + s.of(((DateDiff) e).right())
                + ") AS INTEGER)");
    rules.put(
        DateAdd.class, (e, s) -> shifted(((DateAdd) e).left(), ((DateAdd) e).right(), "+", s));
    rules.put(
        DateSub.class, (e, s) -> shifted(((DateSub) e).left(), ((DateSub) e).right(), "-", s));
    rules.put(Hour.class, timePart("hour(%s)"));
    rules.put(Minute.class, timePart("minute(%s)"));
    rules.put(Second.class, timePart("second(%s)"));
    rules.put(TruncDate.class, (e, s) -> truncDate((TruncDate) e, s));
    rules.put(TruncTimestamp.class, (e, s) -> truncTimestamp((TruncTimestamp) e, s));
  }

  static boolean isUtc(ZoneId zone) {
    return zone.normalized().equals(ZoneOffset.UTC);
  }

  /** A timestamp's local time in UTC. */
  static String utcLocal(String timestamp) {
    return "make_timestamp(epoch_us(" + timestamp + "))";
  }

  private static Rule datePart(String template) {
    return (e, s) -> {
      Expression child = Trees.children(e).get(0);
      return child.dataType() instanceof DateType
          ? "CAST(" + fill(template, s.of(child)) + " AS INTEGER)"
          : null;
    };
  }

  private static String fill(String template, String value) {
    return template.replace("%s", value);
  }

  private static Rule timePart(String template) {
    return (e, s) -> {
      Expression child = Trees.children(e).get(0);
      String local = localTime(child, ((GetTimeField) e).zoneId(), s);
      return local == null ? null : "CAST(" + fill(template, local) + " AS INTEGER)";
    };
  }

  private static @Nullable String localTime(Expression child, ZoneId zone, Scope s) {
    if (child.dataType() instanceof TimestampNTZType) {
      return s.of(child);
    }
    return child.dataType() instanceof TimestampType && isUtc(zone) ? utcLocal(s.of(child)) : null;
  }

  /**
   * Only small constant shifts: Spark wraps around at the end of the calendar, DuckDB raises an
   * error.
   */
  private static @Nullable String shifted(
      Expression date, Expression days, String operator, Scope s) {
    boolean small =
        days.dataType() instanceof IntegerType
            && days instanceof Literal literal
            && literal.value() instanceof Integer n
            && Math.abs((long) n) < 100_000;
    return small ? "(" + s.of(date) + " " + operator + " " + s.of(days) + ")" : null;
  }

  private static @Nullable String unit(Expression format) {
    if (!(format instanceof Literal literal) || literal.value() == null) {
      return null;
    }
    return switch (literal.value().toString().toUpperCase(Locale.ROOT)) {
      case "YEAR", "YYYY", "YY" -> "year";
      case "QUARTER" -> "quarter";
      case "MONTH", "MM", "MON" -> "month";
      case "WEEK" -> "week";
      case "DAY", "DD" -> "day";
      case "HOUR" -> "hour";
      case "MINUTE" -> "minute";
      case "SECOND" -> "second";
      default -> null;
    };
  }

  private static @Nullable String truncDate(TruncDate e, Scope s) {
    String unit = unit(e.format());
    boolean known =
        unit != null
            && (unit.equals("year")
                || unit.equals("quarter")
                || unit.equals("month")
                || unit.equals("week"));
    return known ? "CAST(date_trunc('" + unit + "', " + s.of(e.date()) + ") AS DATE)" : null;
  }

  private static @Nullable String truncTimestamp(TruncTimestamp e, Scope s) {
    String unit = unit(e.format());
    Expression timestamp = e.right();
    if (unit == null || !isUtc(e.zoneId()) || !(timestamp.dataType() instanceof TimestampType)) {
      return null;
    }
    UnaryOperator<String> back = local -> "make_timestamptz(epoch_us(" + local + "))";
    return back.apply("date_trunc('" + unit + "', " + utcLocal(s.of(timestamp)) + ")");
  }
}
