/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.Concat;
import org.apache.spark.sql.catalyst.expressions.Contains;
import org.apache.spark.sql.catalyst.expressions.DateDiff;
import org.apache.spark.sql.catalyst.expressions.EndsWith;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.GreaterThan;
import org.apache.spark.sql.catalyst.expressions.GreaterThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.InSubquery;
import org.apache.spark.sql.catalyst.expressions.IsNaN;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.Length;
import org.apache.spark.sql.catalyst.expressions.LessThan;
import org.apache.spark.sql.catalyst.expressions.LessThanOrEqual;
import org.apache.spark.sql.catalyst.expressions.Like;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Month;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.OuterReference;
import org.apache.spark.sql.catalyst.expressions.StartsWith;
import org.apache.spark.sql.catalyst.expressions.StringTrim;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.expressions.Substring;
import org.apache.spark.sql.catalyst.expressions.Year;

/**
 * Which expressions can raise no error whatever their inputs, so that the order of evaluation does
 * not show.
 */
public final class Failures {
  private static final Set<Class<?>> HARMLESS =
      Set.of(
          EqualTo.class,
          EqualNullSafe.class,
          LessThan.class,
          LessThanOrEqual.class,
          GreaterThan.class,
          GreaterThanOrEqual.class,
          And.class,
          Or.class,
          OuterReference.class,
          Not.class,
          IsNull.class,
          IsNotNull.class,
          IsNaN.class,
          In.class,
          Literal.class,
          Coalesce.class,
          If.class,
          Length.class,
          Contains.class,
          StartsWith.class,
          EndsWith.class,
          Concat.class,
          DateDiff.class,
          Year.class,
          Month.class,
          StringTrim.class,
          GetStructField.class,
          Substring.class,
          Like.class);

  private Failures() {}

  /** Whether the expression gives a value for all inputs. */
  public static boolean isImpossible(Expression expression) {
    return !Trees.exists(
        expression,
        e ->
            !(e instanceof Attribute
                // Spark runs it before the rows, or makes a join of it: it has no turn.
                || e instanceof SubqueryExpression
                || e instanceof InSubquery
                || HARMLESS.contains(e.getClass())
                || NativeArithmetic.cannotFail(e)
                || NativeCasts.cannotFail(e)));
  }
}
