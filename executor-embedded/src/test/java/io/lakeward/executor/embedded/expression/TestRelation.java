/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.plans.logical.LeafNode;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import scala.Function1;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/** The relation {@code t} of the tests. */
public final class TestRelation extends LogicalPlan implements LeafNode {
  private static final long serialVersionUID = 1L;
  private final transient Seq<Attribute> attributes;

  TestRelation(Seq<Attribute> attributes) {
    this.attributes = attributes;
  }

  @Override
  public Seq<Attribute> output() {
    return attributes;
  }

  @Override
  public int productArity() {
    return 1;
  }

  @Override
  public Object productElement(int index) {
    return attributes;
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof TestRelation;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TestRelation relation && relation.attributes.equals(attributes);
  }

  @Override
  public int hashCode() {
    return Objects.hash(attributes);
  }

  @Override
  public Seq<LogicalPlan> children() {
    return LeafNode.super.children();
  }

  @Override
  public LogicalPlan mapChildren(Function1<LogicalPlan, LogicalPlan> change) {
    return this;
  }

  @Override
  public LogicalPlan withNewChildrenInternal(IndexedSeq<LogicalPlan> children) {
    return this;
  }

  @Override
  public Statistics computeStats() {
    return LeafNode.super.computeStats();
  }

  @Override
  public AttributeSet producedAttributes() {
    return outputSet();
  }
}
