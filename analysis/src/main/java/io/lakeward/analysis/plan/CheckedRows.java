/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.plan;

import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.Expectation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Function1;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * The rows of a view that has expectations, inside the plan of a flow that reads it: every row that
 * comes out of the view's query is checked, those that break a rule whose action is to drop are
 * left out. Whatever stands above must not reach below, or rows would be missing in the counts.
 */
public final class CheckedRows extends LogicalPlan {
  private static final long serialVersionUID = 1L;

  private final LogicalPlan child;
  private final Seq<Expression> conditions;
  private final transient List<Expectation> expectations;
  private final TableName view;

  /**
   * @param conditions boolean, over the child's columns; one for each of the expectations
   */
  public CheckedRows(
      LogicalPlan child,
      Seq<Expression> conditions,
      List<Expectation> expectations,
      TableName view) {
    this.child = child;
    this.conditions = conditions;
    this.expectations = List.copyOf(expectations);
    this.view = view;
  }

  public LogicalPlan child() {
    return child;
  }

  public List<Expression> conditions() {
    return Plans.list(conditions);
  }

  public List<Expectation> expectations() {
    return expectations;
  }

  public TableName view() {
    return view;
  }

  /** The same checks over other rows, which have the columns of these. */
  public CheckedRows withChild(LogicalPlan newChild) {
    return new CheckedRows(newChild, conditions, expectations, view);
  }

  @Override
  public String simpleString(int maxFields) {
    List<String> rules = new ArrayList<>();
    for (int i = 0; i < expectations.size(); i++) {
      rules.add(
          "%s %s %s"
              .formatted(
                  expectations.get(i).name(),
                  conditions.apply(i).simpleString(maxFields),
                  expectations.get(i).action()));
    }
    return "CheckedRows " + view + " [" + String.join(", ", rules) + "]";
  }

  @Override
  public Seq<Attribute> output() {
    return child.output();
  }

  @Override
  public Seq<LogicalPlan> children() {
    return Plans.seq(List.of(child));
  }

  @Override
  public LogicalPlan mapChildren(Function1<LogicalPlan, LogicalPlan> change) {
    LogicalPlan changed = change.apply(child);
    return changed.fastEquals(child) ? this : withChild(changed);
  }

  @Override
  public LogicalPlan withNewChildrenInternal(IndexedSeq<LogicalPlan> newChildren) {
    return withChild(newChildren.apply(0));
  }

  // Catalyst copies a node through its constructor, with these four parts as arguments.

  @Override
  public int productArity() {
    return 4;
  }

  @Override
  public Object productElement(int index) {
    return switch (index) {
      case 0 -> child;
      case 1 -> conditions;
      case 2 -> expectations;
      case 3 -> view;
      default -> throw new IndexOutOfBoundsException(index);
    };
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof CheckedRows;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CheckedRows rows
        && rows.view.equals(view)
        && rows.conditions.equals(conditions)
        && rows.child.equals(child);
  }

  @Override
  public int hashCode() {
    return Objects.hash(view, conditions, child);
  }
}
