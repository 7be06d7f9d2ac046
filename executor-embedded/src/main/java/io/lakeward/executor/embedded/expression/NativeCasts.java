/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import io.lakeward.executor.embedded.expression.NativeFunctions.Rule;
import io.lakeward.executor.embedded.expression.NativeFunctions.Scope;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Casts that both engines do alike; texts of numbers, dates and times are Spark's own and left to
 * Catalyst.
 */
final class NativeCasts {
  private NativeCasts() {}

  static void addTo(Map<Class<?>, Rule> rules) {
    rules.put(Cast.class, (e, s) -> cast((Cast) e, s));
  }

  /** Whether this is a cast that never fails. */
  static boolean cannotFail(Expression expression) {
    return expression instanceof Cast cast
        && (isWidening(cast.child().dataType(), cast.dataType())
            || cast.child().dataType() instanceof NullType);
  }

  private static @Nullable String cast(Cast e, Scope s) {
    DataType from = e.child().dataType();
    DataType to = e.dataType();
    if (!DuckTypes.isSupported(from) || !DuckTypes.isSupported(to)) {
      return null;
    }
    if (DuckTypes.of(from).equals(DuckTypes.of(to)) && !(from instanceof NullType)) {
      return s.of(e.child());
    }
    boolean plain =
        isWidening(from, to)
            || from instanceof NullType
            || (isNarrowing(from, to) && e.evalMode().toString().equals("ANSI"))
            || (from instanceof IntegralType && to instanceof StringType)
            || (from instanceof BooleanType && to instanceof StringType)
            || (from instanceof DateType && to instanceof TimestampNTZType);
    if (plain) {
      return "CAST(" + s.of(e.child()) + " AS " + DuckTypes.of(to) + ")";
    }
    if (from instanceof IntegralType && to instanceof BooleanType) {
      return "(" + s.of(e.child()) + " <> 0)";
    }
    return dateAndTime(e, from, to, s);
  }

  private static @Nullable String dateAndTime(Cast e, DataType from, DataType to, Scope s) {
    if (from instanceof TimestampNTZType && to instanceof DateType) {
      return "CAST(" + s.of(e.child()) + " AS DATE)";
    }
    boolean zoned = from instanceof TimestampType || to instanceof TimestampType;
    if (!zoned || e.timeZoneId().isEmpty() || !NativeDates.isUtc(e.zoneId())) {
      return null;
    }
    if (from instanceof TimestampType && to instanceof DateType) {
      return "CAST(" + NativeDates.utcLocal(s.of(e.child())) + " AS DATE)";
    }
    if (from instanceof TimestampType && to instanceof TimestampNTZType) {
      return NativeDates.utcLocal(s.of(e.child()));
    }
    return from instanceof TimestampNTZType || from instanceof DateType
        ? "make_timestamptz(epoch_us(CAST(" + s.of(e.child()) + " AS TIMESTAMP)))"
        : null;
  }

  private static int rank(DataType type) {
    if (type instanceof ByteType) {
      return 3;
    }
    if (type instanceof ShortType) {
      return 5;
    }
    if (type instanceof IntegerType) {
      return 10;
    }
    return type instanceof LongType ? 19 : 0;
  }

  private static boolean isNarrowing(DataType from, DataType to) {
    return rank(to) > 0 && rank(from) > rank(to);
  }

  private static boolean isWidening(DataType from, DataType to) {
    if (rank(from) > 0 && rank(to) > 0) {
      return rank(from) <= rank(to);
    }
    if (to instanceof DoubleType) {
      return rank(from) > 0 || from instanceof FloatType;
    }
    if (to instanceof FloatType) {
      return rank(from) > 0 && rank(from) < 19;
    }
    if (to instanceof DecimalType wide) {
      int whole = wide.precision() - wide.scale();
      return from instanceof DecimalType narrow
          ? narrow.scale() <= wide.scale() && narrow.precision() - narrow.scale() <= whole
          : rank(from) > 0 && rank(from) <= whole;
    }
    return from instanceof BooleanType && rank(to) > 0;
  }
}
