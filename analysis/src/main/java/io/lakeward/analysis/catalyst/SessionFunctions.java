/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.catalyst;

import java.util.List;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.GetJsonObject;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.variant.VariantGet;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.VariantType$;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/** Spark's built-in functions and the private ones that stand for syntax of ours. */
final class SessionFunctions {
  static final String EXTRACT_PATH = "__lakeward_extract_path";

  private static final FunctionRegistry REGISTRY = registry();

  private SessionFunctions() {}

  static FunctionRegistry scalar() {
    return REGISTRY;
  }

  static boolean exists(String name) {
    return REGISTRY.functionExists(FunctionRegistry$.MODULE$.builtinFunctionIdentifier(name));
  }

  static List<String> names() {
    return CollectionConverters.asJava(REGISTRY.listFunction()).stream()
        .map(FunctionIdentifier::funcName)
        .filter(name -> !name.equals(EXTRACT_PATH))
        .toList();
  }

  private static FunctionRegistry registry() {
    FunctionRegistry registry = FunctionRegistry$.MODULE$.builtin().clone();
    registry.registerFunction(
        FunctionRegistry$.MODULE$.builtinFunctionIdentifier(EXTRACT_PATH),
        new ExpressionInfo(GetJsonObject.class.getName(), EXTRACT_PATH),
        new AbstractFunction1<Seq<Expression>, Expression>() {
          @Override
          public Expression apply(Seq<Expression> arguments) {
            return extractPath(arguments.apply(0), (Literal) arguments.apply(1));
          }
        });
    return registry;
  }

  /** {@code value:path}: Spark knows it on VARIANT only, Lakeflow on JSON text as well. */
  private static Expression extractPath(Expression value, Literal path) {
    return value.dataType() instanceof StringType || value.dataType() instanceof NullType
        ? new GetJsonObject(value, path)
        : new VariantGet(value, path, VariantType$.MODULE$, true, Option.empty());
  }
}
