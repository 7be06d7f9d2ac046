/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.CommonExpressionDef;
import org.apache.spark.sql.catalyst.expressions.CommonExpressionRef;
import org.apache.spark.sql.catalyst.expressions.CurrentDate;
import org.apache.spark.sql.catalyst.expressions.CurrentTimeZone;
import org.apache.spark.sql.catalyst.expressions.CurrentTimestamp;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.LocalTimestamp;
import org.apache.spark.sql.catalyst.expressions.Lower;
import org.apache.spark.sql.catalyst.expressions.Now;
import org.apache.spark.sql.catalyst.expressions.RuntimeReplaceable;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.expressions.Unevaluable;
import org.apache.spark.sql.catalyst.expressions.UpdateFields;
import org.apache.spark.sql.catalyst.expressions.Upper;
import org.apache.spark.sql.catalyst.expressions.With;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Does what Spark's optimizer must do before any expression can run: replacements, shared
 * expressions, the query's one clock reading, values of constant expressions.
 */
final class Normalizer {
  private final EvaluationSettings settings;
  private final Map<Object, Expression> shared = new HashMap<>();

  Normalizer(EvaluationSettings settings) {
    this.settings = settings;
  }

  Expression normalize(Expression expression) {
    if (expression instanceof Alias alias) {
      return normalize(alias.child());
    }
    if (expression instanceof RuntimeReplaceable replaceable) {
      return normalize(replaceable.replacement());
    }
    if (expression instanceof UpdateFields update) {
      return normalize(update.evalExpr());
    }
    if (expression instanceof With with) {
      for (CommonExpressionDef definition : CollectionConverters.asJava(with.defs())) {
        shared.put(
            definition.id(), InSubqueries.shared(normalize(definition.child()), settings.conf()));
      }
      return normalize(with.child());
    }
    if (expression instanceof CommonExpressionRef reference) {
      Expression definition = shared.get(reference.id());
      if (definition == null) {
        throw new UnsupportedExpressionException(
            "A shared expression without a definition is not supported by the embedded engine.");
      }
      return definition;
    }
    if (expression instanceof SubqueryExpression) {
      return expression;
    }
    Expression clock = clockLiteral(expression);
    return clock == expression
        ? inOneCase(folded(Trees.mapChildren(expression, this::normalize)))
        : clock;
  }

  /** Spark leaves the inner change of case out, and that shows: lower(upper('ß')) stays 'ß'. */
  private static Expression inOneCase(Expression expression) {
    if (expression instanceof Upper upper && isCaseChange(upper.child())) {
      return new Upper(Trees.children(upper.child()).get(0));
    }
    return expression instanceof Lower lower && isCaseChange(lower.child())
        ? new Lower(Trees.children(lower.child()).get(0))
        : expression;
  }

  private static boolean isCaseChange(Expression expression) {
    return expression instanceof Upper || expression instanceof Lower;
  }

  /** The value of an expression without columns, which then cannot fail any more. */
  private Expression folded(Expression expression) {
    if (expression instanceof Literal
        || !expression.foldable()
        || Trees.exists(expression, Unevaluable.class::isInstance)) {
      return expression;
    }
    try {
      return new Literal(
          CatalystEvaluator.evaluate(expression, InternalRow.empty(), settings.conf()),
          expression.dataType());
    } catch (RuntimeException e) {
      // Spark raises it when a row is evaluated, so the call stays.
      return expression;
    }
  }

  private Expression clockLiteral(Expression expression) {
    Instant start = settings.queryStart();
    long micros = DateTimeUtils.instantToMicros(start);
    if (expression instanceof CurrentTimestamp || expression instanceof Now) {
      return new Literal(micros, DataTypes.TimestampType);
    }
    if (expression instanceof CurrentDate date) {
      return new Literal(DateTimeUtils.microsToDays(micros, date.zoneId()), DataTypes.DateType);
    }
    if (expression instanceof LocalTimestamp local) {
      long localMicros =
          DateTimeUtils.instantToMicros(
              start.atZone(local.zoneId()).toLocalDateTime().toInstant(ZoneOffset.UTC));
      return new Literal(localMicros, DataTypes.TimestampNTZType);
    }
    return expression instanceof CurrentTimeZone
        ? new Literal(UTF8String.fromString(settings.zoneId()), DataTypes.StringType)
        : expression;
  }
}
