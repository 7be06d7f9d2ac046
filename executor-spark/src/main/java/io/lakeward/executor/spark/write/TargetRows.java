/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.write;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.engine.executor.RowRule;
import io.lakeward.engine.executor.WriteTarget;
import io.lakeward.executor.spark.failure.SparkProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.ArrayTransform;
import org.apache.spark.sql.catalyst.expressions.Ascending$;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.LambdaFunction;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedLambdaVariable;
import org.apache.spark.sql.catalyst.expressions.NullsFirst$;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.TransformValues;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import scala.Option;

/** Plans whose rows the tasks of a write see: the target's columns, then others about the row. */
final class TargetRows {
  private final WriteTarget target;
  private final String zone;

  TargetRows(WriteTarget target, String zone) {
    this.target = target;
    this.zone = zone;
  }

  /** A query's rows, each with one column for each rule that says whether the row keeps it. */
  LogicalPlan checked(LogicalPlan query, List<RowRule> rules) {
    List<NamedExpression> kept = new ArrayList<>();
    rules.forEach(rule -> kept.add(Plans.named(isKept(rule), "#rule")));
    return sortedInParts(List.of(), rows(query, Plans.list(query.output()), kept));
  }

  /**
   * A query's rows as the target has them.
   *
   * @param columns those of the query that are the target's
   * @param others what comes behind them
   */
  Project rows(LogicalPlan query, List<Attribute> columns, List<NamedExpression> others) {
    requireKnown(columns);
    List<NamedExpression> items = new ArrayList<>();
    for (StructField field : target.schema().fields()) {
      items.add(Plans.named(value(columns, field), field.name()));
    }
    items.addAll(others);
    return new Project(Plans.seq(items), query);
  }

  /**
   * The rows of each task sorted by partition, so that it has one file open at a time, and then by
   * keys.
   */
  LogicalPlan sortedInParts(List<String> keys, LogicalPlan rows) {
    return sorted(keys, rows, false);
  }

  /** Rows of one partition, and in it rows with neighbouring keys, get into the same files. */
  LogicalPlan sorted(List<String> keys, LogicalPlan rows) {
    return sorted(keys, rows, !keys.isEmpty());
  }

  private LogicalPlan sorted(List<String> keys, LogicalPlan rows, boolean amongTasks) {
    List<String> columns = new ArrayList<>(target.partitionColumns());
    columns.addAll(keys);
    return columns.isEmpty()
        ? rows
        : new Sort(Plans.seq(order(rows, columns)), amongTasks, rows, Option.empty());
  }

  private static List<SortOrder> order(LogicalPlan rows, List<String> columns) {
    List<SortOrder> order = new ArrayList<>();
    for (String name : columns) {
      Attribute column =
          Plans.list(rows.output()).stream()
              .filter(a -> a.name().equalsIgnoreCase(name))
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException("no column " + name));
      order.add(
          new SortOrder(column, Ascending$.MODULE$, NullsFirst$.MODULE$, Plans.seq(List.of())));
    }
    return order;
  }

  private void requireKnown(List<Attribute> output) {
    List<String> unknown = new ArrayList<>();
    for (Attribute column : output) {
      if (java.util.Arrays.stream(target.schema().fieldNames())
          .noneMatch(column.name()::equalsIgnoreCase)) {
        unknown.add(column.name());
      }
    }
    if (!unknown.isEmpty()) {
      throw SparkProblems.columnsNotInTarget(target.name().toString(), unknown);
    }
  }

  private Expression value(List<Attribute> output, StructField field) {
    Optional<Attribute> column =
        output.stream().filter(a -> a.name().equalsIgnoreCase(field.name())).findFirst();
    if (column.isEmpty()) {
      return new Literal(null, field.dataType());
    }
    return shaped(column.get(), column.get().dataType(), field.dataType())
        .orElseThrow(
            () ->
                SparkProblems.typeMismatch(
                    target.name().toString(),
                    field.name(),
                    column.get().dataType().sql(),
                    field.dataType().sql()));
  }

  /** A value in the target's type, if each value of one type is one of the other. */
  private Optional<Expression> shaped(Expression value, DataType from, DataType to) {
    if (DataType.equalsIgnoreNullability(from, to)) {
      return Optional.of(value);
    }
    if (from instanceof StructType struct && to instanceof StructType wider) {
      return struct(value, struct, wider);
    }
    if (from instanceof ArrayType array && to instanceof ArrayType wider) {
      NamedLambdaVariable item = variable("item", array.elementType(), array.containsNull());
      return shaped(item, array.elementType(), wider.elementType())
          .map(
              body ->
                  new ArrayTransform(
                      value, new LambdaFunction(body, Plans.seq(List.of(item)), false)));
    }
    if (from instanceof MapType map && to instanceof MapType wider) {
      if (!DataType.equalsIgnoreNullability(map.keyType(), wider.keyType())) {
        return Optional.empty();
      }
      NamedLambdaVariable key = variable("key", map.keyType(), false);
      NamedLambdaVariable item = variable("value", map.valueType(), map.valueContainsNull());
      return shaped(item, map.valueType(), wider.valueType())
          .map(
              body ->
                  new TransformValues(
                      value, new LambdaFunction(body, Plans.seq(List.of(key, item)), false)));
    }
    return fits(from, to) ? Optional.of(new Cast(value, to, Option.apply(zone))) : Optional.empty();
  }

  private Optional<Expression> struct(Expression value, StructType from, StructType to) {
    List<Expression> parts = new ArrayList<>();
    int used = 0;
    for (StructField field : to.fields()) {
      Expression part = new Literal(null, field.dataType());
      for (int i = 0; i < from.size(); i++) {
        StructField given = from.fields()[i];
        if (given.name().equalsIgnoreCase(field.name())) {
          used++;
          Optional<Expression> inner =
              shaped(
                  new GetStructField(value, i, Option.apply(given.name())),
                  given.dataType(),
                  field.dataType());
          if (inner.isEmpty()) {
            return Optional.empty();
          }
          part = inner.get();
        }
      }
      parts.add(text(field.name()));
      parts.add(part);
    }
    if (used < from.size()) {
      return Optional.empty();
    }
    CreateNamedStruct built = new CreateNamedStruct(Plans.seq(parts));
    return Optional.of(new If(new IsNull(value), new Literal(null, built.dataType()), built));
  }

  private static boolean fits(DataType from, DataType to) {
    if (from instanceof NullType) {
      return true;
    }
    if (from instanceof NumericType && to instanceof NumericType) {
      return Cast.canUpCast(from, to);
    }
    return from instanceof DateType
        && (to instanceof TimestampType || to instanceof TimestampNTZType);
  }

  private static Expression isKept(RowRule rule) {
    return new EqualNullSafe(rule.condition(), Literal.TrueLiteral());
  }

  private static Literal text(String text) {
    return Literal$.MODULE$.create(text, DataTypes.StringType);
  }

  private static NamedLambdaVariable variable(String name, DataType type, boolean nullable) {
    return new NamedLambdaVariable(
        name,
        type,
        nullable,
        NamedExpression.newExprId(),
        new java.util.concurrent.atomic.AtomicReference<>());
  }

  /** The column's name as Delta compares names. */
  static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
