/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.plan;

import java.util.function.UnaryOperator;
import scala.Function1;
import scala.runtime.AbstractPartialFunction;

/** A rule of ours as Catalyst wants it: defined everywhere, the node itself meaning "unchanged". */
final class Partial<T> extends AbstractPartialFunction<T, T> {
  private final UnaryOperator<T> rule;

  Partial(UnaryOperator<T> rule) {
    this.rule = rule;
  }

  @Override
  public boolean isDefinedAt(T node) {
    return true;
  }

  @Override
  @SuppressWarnings("unchecked") // the rule gives back the kind of node that it was given
  public <A extends T, B> B applyOrElse(A node, Function1<A, B> otherwise) {
    return (B) rule.apply(node);
  }
}
