/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import io.lakeward.analysis.plan.Plans;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.expressions.aggregate.DeclarativeAggregate;
import org.apache.spark.sql.catalyst.expressions.aggregate.ImperativeAggregate;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** Catalyst's aggregate run over the gathered rows of one group. */
final class GatheredAggregate implements CatalystFunctions.RowFunction {
  private final AggregateFunction function;
  private final List<Expression> inputs;
  private final SQLConf conf;
  private final Merging merging;

  /** Whether Spark computes this aggregate in two steps. */
  enum Merging {
    INTO_EMPTY,
    NONE
  }

  GatheredAggregate(
      AggregateFunction function, List<Expression> inputs, Merging merging, SQLConf conf) {
    this.merging = merging;
    this.function = function;
    this.inputs = List.copyOf(inputs);
    this.conf = conf;
  }

  @Override
  public synchronized @Nullable Object apply(@Nullable Object[] values) {
    List<InternalRow> rows = new ArrayList<>();
    if (values[0] instanceof ArrayData list) {
      for (int i = 0; i < list.numElements(); i++) {
        rows.add(list.getStruct(i, Math.max(inputs.size(), 1)));
      }
    }
    return SQLConf.withExistingConf(
        conf,
        () ->
            function instanceof DeclarativeAggregate declarative
                ? declared(declarative, rows)
                : imperative((ImperativeAggregate) function, rows));
  }

  private @Nullable Object imperative(ImperativeAggregate aggregate, List<InternalRow> rows) {
    ImperativeAggregate bound =
        ((ImperativeAggregate) bindInputs(aggregate, 0)).withNewMutableAggBufferOffset(0);
    InternalRow buffer = newBuffer(aggregate);
    bound.initialize(buffer);
    rows.forEach(row -> bound.update(buffer, row));
    return bound.eval(buffer);
  }

  private @Nullable Object declared(DeclarativeAggregate aggregate, List<InternalRow> rows) {
    List<AttributeReference> attributes =
        CollectionConverters.asJava(aggregate.aggBufferAttributes());
    List<Expression> updates = new ArrayList<>();
    for (Expression update : CollectionConverters.asJava(aggregate.updateExpressions())) {
      updates.add(bindInputs(bindBuffer(update, attributes), attributes.size()));
    }
    InternalRow buffer = newBuffer(aggregate);
    List<Expression> initial = CollectionConverters.asJava(aggregate.initialValues());
    for (int i = 0; i < initial.size(); i++) {
      buffer.update(i, initial.get(i).eval(InternalRow.empty()));
    }
    for (InternalRow row : rows) {
      JoinedRow joined = new JoinedRow(buffer, row);
      Object[] next = new Object[updates.size()];
      for (int i = 0; i < next.length; i++) {
        next[i] = stored(updates.get(i).eval(joined), attributes.get(i).dataType());
      }
      for (int i = 0; i < next.length; i++) {
        buffer.update(i, next[i]);
      }
    }
    InternalRow result = merging == Merging.INTO_EMPTY ? merged(aggregate, buffer) : buffer;
    return bindBuffer(aggregate.evaluateExpression(), attributes).eval(result);
  }

  /** A group's buffer holds NULL for a decimal of too many digits, whatever comes after it. */
  private @Nullable Object stored(@Nullable Object value, DataType type) {
    boolean tooLong =
        merging == Merging.INTO_EMPTY
            && type instanceof DecimalType decimal
            && value instanceof Decimal number
            && number.toJavaBigDecimal().precision() > decimal.precision();
    return tooLong ? null : value;
  }

  /** Spark merges a partial result into an empty buffer, which shows with infinities. */
  private static InternalRow merged(DeclarativeAggregate aggregate, InternalRow partial) {
    List<AttributeReference> attributes =
        new ArrayList<>(CollectionConverters.asJava(aggregate.aggBufferAttributes()));
    attributes.addAll(CollectionConverters.asJava(aggregate.inputAggBufferAttributes()));
    InternalRow empty = newBuffer(aggregate);
    List<Expression> initial = CollectionConverters.asJava(aggregate.initialValues());
    for (int i = 0; i < initial.size(); i++) {
      empty.update(i, initial.get(i).eval(InternalRow.empty()));
    }
    JoinedRow both = new JoinedRow(empty, partial);
    InternalRow result = newBuffer(aggregate);
    int i = 0;
    for (Expression merge : CollectionConverters.asJava(aggregate.mergeExpressions())) {
      result.update(i++, bindBuffer(merge, attributes).eval(both));
    }
    return result;
  }

  private static InternalRow newBuffer(AggregateFunction aggregate) {
    List<DataType> types = new ArrayList<>();
    CollectionConverters.asJava(aggregate.aggBufferAttributes())
        .forEach(attribute -> types.add(attribute.dataType()));
    return new SpecificInternalRow(Plans.seq(types));
  }

  /** The expression with the parts of the buffer in place of their attributes. */
  static Expression bindBuffer(Expression expression, List<AttributeReference> buffer) {
    for (int i = 0; i < buffer.size(); i++) {
      if (buffer.get(i).semanticEquals(expression)) {
        return new BoundReference(i, expression.dataType(), true);
      }
    }
    return Trees.mapChildren(expression, child -> bindBuffer(child, buffer));
  }

  private Expression bindInputs(Expression expression, int offset) {
    for (int i = 0; i < inputs.size(); i++) {
      if (!(expression instanceof BoundReference) && inputs.get(i).semanticEquals(expression)) {
        return new BoundReference(offset + i, expression.dataType(), true);
      }
    }
    return Trees.mapChildren(expression, child -> bindInputs(child, offset));
  }
}
