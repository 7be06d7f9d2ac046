/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Walking and changing plans from Java. A rule gives back its argument where it changes nothing.
 * Plans inside subquery expressions are always included.
 */
public final class Plans {
  private Plans() {}

  /** Changes children before their parents. */
  public static LogicalPlan transformUp(LogicalPlan plan, UnaryOperator<LogicalPlan> rule) {
    return plan.transformUpWithSubqueries(new Partial<>(rule));
  }

  /** Changes parents before the children that the changed parent has. */
  public static LogicalPlan transformDown(LogicalPlan plan, UnaryOperator<LogicalPlan> rule) {
    return plan.transformDownWithSubqueries(new Partial<>(rule));
  }

  /** Changes the parts of an expression before the whole. */
  public static Expression transformUp(Expression expression, UnaryOperator<Expression> rule) {
    return expression.transformUp(new Partial<>(rule));
  }

  /** Changes every expression of every node. */
  public static LogicalPlan transformExpressions(LogicalPlan plan, UnaryOperator<Expression> rule) {
    return plan.transformAllExpressionsWithSubqueries(new Partial<>(rule));
  }

  /** Visits parents before children. */
  public static void forEach(LogicalPlan plan, Consumer<LogicalPlan> visitor) {
    plan.foreachWithSubqueries(
        new AbstractFunction1<LogicalPlan, BoxedUnit>() {
          @Override
          public BoxedUnit apply(LogicalPlan node) {
            visitor.accept(node);
            return BoxedUnit.UNIT;
          }
        });
  }

  /** Visits an expression and all its parts. */
  public static void forEach(Expression expression, Consumer<Expression> visitor) {
    expression.foreach(
        new AbstractFunction1<Expression, BoxedUnit>() {
          @Override
          public BoxedUnit apply(Expression part) {
            visitor.accept(part);
            return BoxedUnit.UNIT;
          }
        });
  }

  /** Visits every part of every expression of every node. */
  public static void forEachExpression(LogicalPlan plan, Consumer<Expression> visitor) {
    forEach(plan, node -> list(node.expressions()).forEach(e -> forEach(e, visitor)));
  }

  /** The conditions that an AND joins, from left to right. */
  public static List<Expression> conjuncts(Expression condition) {
    List<Expression> parts = new ArrayList<>();
    if (condition instanceof And and) {
      parts.addAll(conjuncts(and.left()));
      parts.addAll(conjuncts(and.right()));
    } else {
      parts.add(condition);
    }
    return parts;
  }

  /** The leaves, one for each {@link SourceRelation#id()}. */
  public static List<SourceRelation> collectSources(LogicalPlan plan) {
    Map<String, SourceRelation> byId = new LinkedHashMap<>();
    forEach(
        plan,
        node -> {
          if (node instanceof SourceRelation source) {
            // Of two copies the one that also reads the hidden column tells what has to be read.
            byId.merge(source.id(), source, (a, b) -> b.readsMetadata() ? b : a);
          }
        });
    return List.copyOf(byId.values());
  }

  /** The expression as a new column of that name. */
  public static Alias named(Expression expression, String name) {
    return new Alias(
        expression,
        name,
        NamedExpression.newExprId(),
        seq(List.of()),
        Option.empty(),
        seq(List.of()));
  }

  /** A Scala collection as a list of Java. */
  public static <T> List<T> list(scala.collection.Iterable<T> elements) {
    List<T> copy = new ArrayList<>(elements.size());
    CollectionConverters.asJava(elements).forEach(copy::add);
    return copy;
  }

  /** A list of Java as the sequence that Catalyst's constructors take. */
  @SuppressWarnings("unchecked") // a Scala Seq is covariant and immutable
  public static <T> scala.collection.immutable.Seq<T> seq(List<? extends T> elements) {
    return (scala.collection.immutable.Seq<T>) CollectionConverters.asScala(elements).toSeq();
  }

  /** Spark's JSON form of a type; the one in which Delta keeps schemas. */
  public static String toJson(DataType type) {
    return type.json();
  }

  public static DataType typeFromJson(String json) {
    return DataType.fromJson(json);
  }

  public static StructType schemaFromJson(String json) {
    return (StructType) DataType.fromJson(json);
  }
}
