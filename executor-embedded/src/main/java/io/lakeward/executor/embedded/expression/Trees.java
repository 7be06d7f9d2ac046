/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.expressions.Expression;
import scala.jdk.javaapi.CollectionConverters;

/** Walking Catalyst's trees from Java. */
final class Trees {
  private Trees() {}

  static List<Expression> children(Expression expression) {
    return CollectionConverters.asJava(expression.children());
  }

  static Expression mapChildren(Expression expression, UnaryOperator<Expression> change) {
    return (Expression) expression.mapChildren(change::apply);
  }

  static boolean exists(Expression expression, Predicate<Expression> test) {
    if (test.test(expression)) {
      return true;
    }
    for (Expression child : children(expression)) {
      if (exists(child, test)) {
        return true;
      }
    }
    return false;
  }
}
