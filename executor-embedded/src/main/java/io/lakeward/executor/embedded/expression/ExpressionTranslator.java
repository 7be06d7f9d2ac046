/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Ascending$;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.CallMethodViaReflection;
import org.apache.spark.sql.catalyst.expressions.Exists;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.LambdaFunction;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedLambdaVariable;
import org.apache.spark.sql.catalyst.expressions.NullsFirst$;
import org.apache.spark.sql.catalyst.expressions.OuterReference;
import org.apache.spark.sql.catalyst.expressions.ScalaUDF;
import org.apache.spark.sql.catalyst.expressions.ScalarSubquery;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.expressions.Unevaluable;
import org.apache.spark.sql.catalyst.expressions.WindowExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.jspecify.annotations.Nullable;

/**
 * Translates the expressions of one query to DuckDB SQL. The text may use functions registered
 * while translating, so it runs only on the database of the given {@link CatalystFunctions}. Not
 * for several threads at once.
 */
public final class ExpressionTranslator {
  /** Text longer than this is refused: nested templates must not grow without bound. */
  private static final int LONGEST_TEXT = 1 << 20;

  /** Templates that repeat an argument give way to the Catalyst function beyond this. */
  private static final int LONGEST_REPEATED_ARGUMENT = 2000;

  private final CatalystFunctions functions;
  private final EvaluationSettings settings;
  private final SubqueryTranslator subqueries;
  private final NativeFunctions natives;
  private final InSubqueries inSubqueries;
  private final ValueTransport transport = new ValueTransport();
  private final Map<String, String> paths = new LinkedHashMap<>();

  public ExpressionTranslator(
      CatalystFunctions functions, EvaluationSettings settings, SubqueryTranslator subqueries) {
    this(functions, settings, subqueries, NativeFunctions.standard());
  }

  ExpressionTranslator(
      CatalystFunctions functions,
      EvaluationSettings settings,
      SubqueryTranslator subqueries,
      NativeFunctions natives) {
    this.functions = functions;
    this.settings = settings;
    this.subqueries = subqueries;
    this.natives = natives;
    this.inSubqueries = new InSubqueries(subqueries, this::sql);
  }

  /**
   * Statements that a database needs before it runs translated text. They hold for all connections
   * that are made after them.
   */
  public static List<String> databaseSettings(String zoneId) {
    return List.of(
        "SET GLOBAL " + timeZone(zoneId),
        "SET GLOBAL scalar_subquery_error_on_multiple_rows = true",
        "SET GLOBAL ieee_floating_point_ops = true",
        "SET GLOBAL integer_division = false",
        "SET GLOBAL old_implicit_casting = false",
        // It lifts a filter above a projection that can only be computed for the filtered rows.
        "SET GLOBAL disabled_optimizers = 'filter_pullup'");
  }

  /** The statement that gives one connection another time zone. */
  public static String timeZoneSetting(String zoneId) {
    return "SET " + timeZone(zoneId);
  }

  private static String timeZone(String zoneId) {
    return "TimeZone = '" + zoneId.replace("'", "''") + "'";
  }

  /** SQL of a scalar expression; an alias is its child. */
  public String translate(Expression expression) {
    return sql(normalize(expression));
  }

  /** SQL of a condition, for WHERE and HAVING. */
  public String condition(Expression expression) {
    return checked(Conjunction.ofFilter(asCondition(expression)).sql(this::sql));
  }

  /** SQL of a condition of a join, for ON. */
  public String joinCondition(Expression expression) {
    return checked(Conjunction.ofJoin(asCondition(expression)).sql(this::sql));
  }

  private Expression asCondition(Expression expression) {
    Expression condition = normalize(expression);
    inSubqueries.useAsCondition(condition);
    return condition;
  }

  /** SQL of one ORDER BY item, with Spark's order of NULLs, NaN and zeros. */
  public String sortOrder(SortOrder order) {
    requireComparable(order.child().dataType());
    String direction = order.direction() == Ascending$.MODULE$ ? " ASC" : " DESC";
    String nulls = order.nullOrdering() == NullsFirst$.MODULE$ ? " NULLS FIRST" : " NULLS LAST";
    return groupKey(order.child()) + direction + nulls;
  }

  /** A key for GROUP BY, DISTINCT, PARTITION BY and equi-joins: all NaN are one, -0.0 is 0.0. */
  public String groupKey(Expression expression) {
    DataType type = expression.dataType();
    requireGroupable(type);
    String sql = translate(expression);
    return normalizeFloat(type, sql);
  }

  static String normalizeFloat(DataType type, String sql) {
    if (!(type instanceof DoubleType || type instanceof FloatType)) {
      return sql;
    }
    String duckType = DuckTypes.of(type);
    return "CASE WHEN isnan("
        + sql
        + ") THEN CAST('NaN' AS "
        + duckType
        + ") WHEN "
        + sql
        + " = 0 THEN CAST('0.0' AS "
        + duckType
        + ") ELSE "
        + sql
        + " END";
  }

  /** Both engines group nested values by what is in them, but for floats they differ there. */
  private static void requireGroupable(DataType type) {
    if (DuckTypes.isNested(type)
        && DuckTypes.contains(
            type,
            part ->
                part instanceof DoubleType
                    || part instanceof FloatType
                    || part instanceof MapType)) {
      throw new UnsupportedExpressionException(
          "Grouping by " + type.sql() + " is not supported by the embedded engine.");
    }
    DuckTypes.of(type);
  }

  /** The order of nested values with floats or NULLs inside differs between the engines. */
  static void requireComparable(DataType type) {
    if (DuckTypes.isNested(type)) {
      throw new UnsupportedExpressionException(
          "Sorting or comparing by " + type.sql() + " is not supported by the embedded engine.");
    }
    DuckTypes.of(type);
  }

  /** SQL of an aggregate with its DISTINCT and FILTER; the result has exactly Spark's type. */
  public String aggregate(AggregateExpression aggregate) {
    return new AggregateTranslator(this).translate(aggregate);
  }

  /** SQL of a window function call with its OVER. */
  public String window(WindowExpression window) {
    return new WindowTranslator(this).translate(window);
  }

  /**
   * How each function of the translated expressions ran: class name to {@code native} or {@code
   * catalyst}.
   */
  Map<String, String> paths() {
    return paths;
  }

  String sql(Expression expression) {
    return checked(uncheckedSql(expression));
  }

  private static String checked(String text) {
    if (text.length() > LONGEST_TEXT) {
      throw new UnsupportedExpressionException(
          "An expression of this size is not supported by the embedded engine.");
    }
    return text;
  }

  private String uncheckedSql(Expression expression) {
    String leaf = leafSql(expression);
    if (leaf != null) {
      return leaf;
    }
    requireSupported(expression);
    String nativeSql = natives.find(expression, this::sql, LONGEST_REPEATED_ARGUMENT);
    if (nativeSql != null) {
      paths.merge(expression.prettyName(), "native", (a, b) -> a);
      return nativeSql;
    }
    paths.put(expression.prettyName(), "catalyst");
    String catalyst = catalystSql(expression);
    String shortCut = PlainTexts.shortCut(expression, catalyst);
    return shortCut == null ? catalyst : shortCut;
  }

  private @Nullable String leafSql(Expression expression) {
    if (expression instanceof Attribute attribute) {
      DuckTypes.of(attribute.dataType());
      return ColumnNames.of(attribute);
    }
    if (expression instanceof OuterReference outer) {
      return ColumnNames.of((Attribute) outer.e());
    }
    if (expression instanceof Literal literal) {
      return Literals.of(literal.value(), literal.dataType(), transport);
    }
    if (expression instanceof ScalarSubquery subquery) {
      return "(" + subqueries.translate(subquery.plan()) + ")";
    }
    if (expression instanceof Exists exists) {
      // Spark leaves the SELECT list out too; DuckDB would carry it through the join it makes of
      // it.
      return "EXISTS (SELECT 1 FROM (" + subqueries.translate(exists.plan()) + "))";
    }
    return inSubqueries.find(expression);
  }

  /**
   * Evaluates the expression by Catalyst: columns, subqueries and field accesses to columns become
   * arguments.
   */
  private String catalystSql(Expression expression) {
    Arguments arguments = new Arguments();
    Expression bound = bind(expression, arguments);
    return call(bound, arguments.types, arguments.texts, bound.dataType());
  }

  String call(Expression bound, List<DataType> types, List<String> texts, DataType output) {
    return call(
        List.of(
            bound.canonicalized(), List.copyOf(types), output, settings.explicit(), bound.sql()),
        types,
        texts,
        output,
        () -> new CatalystEvaluator(bound, settings.conf()));
  }

  String call(
      Object key,
      List<DataType> types,
      List<String> texts,
      DataType output,
      java.util.function.Supplier<CatalystFunctions.RowFunction> function) {
    DuckTypes.of(output);
    List<DataType> inputs = types.isEmpty() ? List.of(DataTypes.IntegerType) : types;
    String name = functions.register(key, inputs, output, function);
    List<String> packed = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      packed.add(transport.pack(types.get(i), texts.get(i)));
    }
    return transport.unpack(
        output, name + "(" + (packed.isEmpty() ? "0" : String.join(", ", packed)) + ")");
  }

  private Expression bind(Expression expression, Arguments arguments) {
    if (isArgument(expression)) {
      DuckTypes.of(expression.dataType());
      int index = arguments.index(expression, sql(expression));
      return new BoundReference(index, expression.dataType(), expression.nullable());
    }
    requireSupported(expression);
    if (expression instanceof Unevaluable) {
      throw unsupported(expression);
    }
    return Trees.mapChildren(expression, child -> bind(child, arguments));
  }

  private static boolean isArgument(Expression expression) {
    if (expression instanceof GetStructField field) {
      return isArgument(field.child());
    }
    return expression instanceof Attribute
        || expression instanceof OuterReference
        || expression instanceof SubqueryExpression
        || InSubqueries.isOne(expression);
  }

  private static void requireSupported(Expression expression) {
    boolean refused =
        !expression.deterministic()
            || expression instanceof ScalaUDF
            || expression instanceof CallMethodViaReflection
            || expression instanceof AggregateExpression
            || expression instanceof WindowExpression
            || (expression instanceof StaticInvoke invoke
                && invoke.functionName().equals("aesEncrypt"));
    if (refused) {
      throw unsupported(expression);
    }
    if (!(expression instanceof LambdaFunction || expression instanceof NamedLambdaVariable)
        && expression.dataType() instanceof StringType string
        && !string.isUTF8BinaryCollation()) {
      DuckTypes.of(string);
    }
  }

  static UnsupportedExpressionException unsupported(Expression expression) {
    StringBuilder types = new StringBuilder();
    for (Expression child : Trees.children(expression)) {
      types
          .append(types.isEmpty() ? " over " : ", ")
          .append(child.resolved() ? child.dataType().sql() : "?");
    }
    return new UnsupportedExpressionException(
        "Function "
            + expression.prettyName()
            + types
            + " is not supported by the embedded engine.");
  }

  EvaluationSettings settings() {
    return settings;
  }

  Expression normalize(Expression expression) {
    return InSubqueries.simplified(new Normalizer(settings).normalize(expression), settings.conf());
  }

  String packed(DataType type, String sql) {
    return transport.pack(type, sql);
  }

  /** The arguments of one Catalyst function; equal expressions are one argument. */
  private static final class Arguments {
    final List<Expression> expressions = new ArrayList<>();
    final List<DataType> types = new ArrayList<>();
    final List<String> texts = new ArrayList<>();

    int index(Expression expression, String text) {
      int known = texts.indexOf(text);
      if (known >= 0) {
        return known;
      }
      expressions.add(expression);
      types.add(expression.dataType());
      texts.add(text);
      return texts.size() - 1;
    }
  }

  /** Spark's option as Java's. */
  static <T> Optional<T> optional(scala.Option<T> option) {
    return option.isDefined() ? Optional.of(option.get()) : Optional.empty();
  }
}
