/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.catalyst;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.GetJsonObject;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.variant.VariantGet;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType$;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/** Spark's built-in functions and the private ones that stand for syntax of ours. */
final class SessionFunctions {
  static final String EXTRACT_PATH = "__lakeward_extract_path";

  /** A path that begins with the name of a field. */
  private static final Pattern FIELD = Pattern.compile("\\$\\.([\\p{L}_][\\p{L}\\p{N}_]*)(.*)");

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

  /**
   * {@code value:path}: Spark knows it on VARIANT only, Lakeflow on JSON text as well. JSON files
   * that are read with a learned schema have structs where the text had objects, so there a path
   * names fields.
   */
  private static Expression extractPath(Expression value, Literal path) {
    Matcher fields = FIELD.matcher(String.valueOf(path.value()));
    if (value.dataType() instanceof StructType struct && fields.matches()) {
      String name = fields.group(1);
      for (int i = 0; i < struct.fields().length; i++) {
        if (struct.fields()[i].name().equalsIgnoreCase(name)) {
          Expression field = new GetStructField(value, i, Option.apply(name));
          return fields.group(2).isEmpty()
              ? field
              : extractPath(field, Literal.create("$" + fields.group(2), DataTypes.StringType));
        }
      }
      return Literal.create(null, DataTypes.StringType);
    }
    return value.dataType() instanceof StringType || value.dataType() instanceof NullType
        ? new GetJsonObject(value, path)
        : new VariantGet(value, path, VariantType$.MODULE$, true, Option.empty());
  }
}
