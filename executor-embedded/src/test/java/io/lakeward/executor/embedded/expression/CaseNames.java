/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser;
import scala.jdk.javaapi.CollectionConverters;

/** The names of the function or operator that a case calls outermost. */
final class CaseNames {
  private CaseNames() {}

  static List<String> of(String template) {
    Expression root = new CatalystSqlParser().parseExpression(template);
    if (root.getClass().getSimpleName().equals("UnresolvedWindowExpression")
        || root.getClass().getSimpleName().equals("WindowExpression")) {
      root = Trees.children(root).get(0);
    }
    List<String> names = new ArrayList<>();
    if (root instanceof UnresolvedFunction function) {
      String name = function.nameParts().last().toLowerCase(Locale.ROOT);
      boolean builtin =
          FunctionRegistry$.MODULE$
              .builtin()
              .lookupFunction(new org.apache.spark.sql.catalyst.FunctionIdentifier(name))
              .isDefined();
      if (builtin) {
        names.add(name);
      }
      return names;
    }
    for (java.util.Map.Entry<String, ?> entry :
        CollectionConverters.asJava(FunctionRegistry$.MODULE$.expressions()).entrySet()) {
      Object info = ((scala.Tuple2<?, ?>) entry.getValue())._1();
      String type =
          ((org.apache.spark.sql.catalyst.expressions.ExpressionInfo) info).getClassName();
      if (type.equals(root.getClass().getName())) {
        names.add(entry.getKey());
      }
    }
    return names;
  }
}
