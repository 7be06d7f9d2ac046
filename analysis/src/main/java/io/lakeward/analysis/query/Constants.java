/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.RuntimeReplaceable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import scala.Option;

/** Works out constant arguments while a query is analyzed. */
final class Constants {
  private final CatalystSession session;

  Constants(CatalystSession session) {
    this.session = session;
  }

  /** The value as text; empty if it is NULL or not constant. */
  Optional<String> text(Expression expression) {
    if (expression instanceof Literal literal && literal.dataType() instanceof StringType) {
      return Optional.ofNullable(literal.value()).map(Object::toString);
    }
    try {
      Expression value = resolved(expression);
      return value.foldable()
          ? Optional.ofNullable(value.eval(null)).map(Object::toString)
          : Optional.empty();
    } catch (Exception notConstant) { // Spark's analyzer throws checked exceptions undeclared
      return Optional.empty();
    }
  }

  /** The value as a time; empty if it is NULL, not constant or no time. */
  Optional<Instant> timestamp(Expression expression) {
    try {
      Expression value = resolved(expression, DataTypes.TimestampType);
      return value.foldable()
          ? Optional.ofNullable(value.eval(null))
              .map(micros -> Instant.EPOCH.plus((Long) micros, ChronoUnit.MICROS))
          : Optional.empty();
    } catch (Exception notConstant) { // Spark's analyzer throws checked exceptions undeclared
      return Optional.empty();
    }
  }

  /** A time as text has it. */
  Optional<Instant> timestamp(String text) {
    return timestamp(Literal.create(text, DataTypes.StringType));
  }

  /** The parts of a name in a text. */
  List<String> nameParts(String name) {
    return Plans.list(session.parser().parseMultipartIdentifier(name));
  }

  private Expression resolved(Expression expression) {
    return resolved(expression, DataTypes.StringType);
  }

  private Expression resolved(Expression expression, DataType type) {
    Cast text =
        new Cast(
            expression,
            type,
            Option.apply(session.conf().sessionLocalTimeZone()),
            org.apache.spark.sql.catalyst.expressions.EvalMode$.MODULE$.ANSI());
    Alias alias = Plans.named(text, "value");
    LogicalPlan plan =
        session.analyzer().execute(new Project(Plans.seq(List.of(alias)), new OneRowRelation()));
    Expression value = plan.expressions().apply(0).children().apply(0);
    return Plans.transformUp(
        value, part -> part instanceof RuntimeReplaceable call ? call.replacement() : part);
  }
}
