/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.catalyst;

import io.lakeward.analysis.path.JsonExtraction;
import io.lakeward.analysis.path.JsonPath;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.analysis.TableFunctionRegistry$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.GetArrayItem;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.variant.VariantGet;
import org.apache.spark.sql.types.ArrayType;
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

  private static final FunctionRegistry REGISTRY = registry();

  private SessionFunctions() {}

  static FunctionRegistry scalar() {
    return REGISTRY;
  }

  static boolean exists(String name) {
    return REGISTRY.functionExists(FunctionRegistry$.MODULE$.builtinFunctionIdentifier(name));
  }

  static List<String> tableFunctions() {
    return CollectionConverters.asJava(TableFunctionRegistry$.MODULE$.functionSet()).stream()
        .map(FunctionIdentifier::funcName)
        .toList();
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
        new ExpressionInfo(JsonExtraction.class.getName(), EXTRACT_PATH),
        new AbstractFunction1<Seq<Expression>, Expression>() {
          @Override
          public Expression apply(Seq<Expression> arguments) {
            return extractPath(
                arguments.apply(0),
                JsonPath.of(String.valueOf(((Literal) arguments.apply(1)).value())));
          }
        });
    return registry;
  }

  /**
   * {@code value:path}: Spark knows it on VARIANT only, Lakeflow on JSON text as well. JSON files
   * that are read with a learned schema have structs where the text had objects, so there a path
   * names fields.
   */
  private static Expression extractPath(Expression value, JsonPath path) {
    if (path.steps().isEmpty()) {
      return value;
    }
    JsonPath.Step step = path.steps().get(0);
    if (value.dataType() instanceof StructType struct) {
      for (int i = 0; i < struct.fields().length; i++) {
        String name = struct.fields()[i].name();
        boolean isMeant =
            step instanceof JsonPath.Name written
                ? written.name().equalsIgnoreCase(name)
                : step instanceof JsonPath.Field field && field.name().equals(name);
        if (isMeant) {
          return extractPath(new GetStructField(value, i, Option.apply(name)), path.rest());
        }
      }
      return Literal.create(null, DataTypes.StringType);
    }
    if (value.dataType() instanceof ArrayType && step instanceof JsonPath.Index index) {
      Literal number = Literal.create(index.index(), DataTypes.IntegerType);
      return extractPath(new GetArrayItem(value, number, false), path.rest());
    }
    if (value.dataType() instanceof StringType || value.dataType() instanceof NullType) {
      return JsonExtraction.of(value, path);
    }
    String known = path.ofVariant();
    if (path.steps().contains(new JsonPath.All())) {
      throw refused(known);
    }
    return new VariantGet(
        value,
        Literal.create(known, DataTypes.StringType),
        VariantType$.MODULE$,
        true,
        Option.empty());
  }

  /** Spark's own exception, to which its analyzer adds the place. */
  private static RuntimeException refused(String path) {
    Map<String, String> parameters = Map.of("path", path, "functionName", "`variant_get`");
    return sneaky(
        new AnalysisException(
            "INVALID_VARIANT_GET_PATH",
            scala.collection.immutable.Map$.MODULE$.from(
                CollectionConverters.asScala(parameters))));
  }

  /** Scala throws checked exceptions undeclared, and its callers await that. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> RuntimeException sneaky(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
