/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlFunction;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.analysis.Star;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAlias;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.analysis.UnresolvedExtractValue;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedArgumentExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataTypes;
import scala.Option;

/**
 * Puts the expression of a function of SQL in the place of each call of it, and the reader's name
 * and groups in the place of the functions that ask for them.
 */
final class FunctionCalls {
  /** Deeper than anybody nests functions; a function that calls itself ends here. */
  private static final int MOST_NESTED = 32;

  private static final Set<String> USER = Set.of("current_user", "session_user", "user");
  private static final Set<String> GROUP = Set.of("is_account_group_member", "is_member");

  /** Give another value each time that they are asked. */
  private static final Set<String> RANDOM =
      Set.of("rand", "random", "randn", "randstr", "uniform", "uuid", "shuffle");

  private final FunctionLookup functions;
  private final CatalystSession session;
  private final SqlPlaces places;
  private final String catalog;
  private final String schema;

  FunctionCalls(
      FunctionLookup functions,
      CatalystSession session,
      SqlPlaces places,
      String catalog,
      String schema) {
    this.functions = functions;
    this.session = session;
    this.places = places;
    this.catalog = catalog;
    this.schema = schema;
  }

  LogicalPlan expand(LogicalPlan plan) {
    return expand(Plans.transformExpressions(plan, this::withName), 0);
  }

  private LogicalPlan expand(LogicalPlan plan, int depth) {
    LogicalPlan values = Plans.transformExpressions(plan, part -> expandCall(part, depth));
    return Plans.transformUp(
        values,
        node ->
            node instanceof UnresolvedTableValuedFunction call ? expandCall(call, depth) : node);
  }

  private LogicalPlan expandCall(UnresolvedTableValuedFunction call, int depth) {
    List<String> name = Plans.list(call.name());
    Optional<SqlFunction> found =
        name.size() == 1 && session.hasTableFunction(name.get(0))
            ? Optional.empty()
            : qualified(name).flatMap(functions::find);
    if (found.isEmpty()) {
      return call;
    }
    SqlFunction function = found.get();
    SourceSpan where = places.at(call.origin());
    if (!function.givesRows()) {
      throw new ProjectException(QueryProblems.functionGivesValue(function.name(), where));
    }
    if (call.isStreaming()) {
      throw new ProjectException(QueryProblems.functionIsNoStream(function.name(), where));
    }
    checkDepth(function, depth, where);
    LogicalPlan query =
        inside(function)
            .expand(
                FunctionQueries.withTables(
                    Plans.transformExpressions(
                        session.parser().parseQuery(function.body()), FunctionCalls::asWritten),
                    function.name(),
                    call.origin()),
                depth + 1);
    return FunctionRows.of(
        query,
        function,
        values(function, Plans.list(call.functionArgs()), where),
        session.parser()::parseDataType);
  }

  /** A column without a name is called as the function wrote it, not after its parameters. */
  private static Expression asWritten(Expression part) {
    return part instanceof UnresolvedAlias alias
            && !(alias.child() instanceof UnresolvedAttribute)
            && !(alias.child() instanceof Star)
        ? Plans.named(alias.child(), alias.child().toString().replace("'", ""))
        : part;
  }

  /** A column without a name is called as the user wrote it, not as the function's expression. */
  private Expression withName(Expression part) {
    if (!(part instanceof UnresolvedAlias alias)) {
      return part;
    }
    boolean[] found = {false};
    Plans.forEach(
        alias.child(),
        call ->
            found[0] |=
                call instanceof UnresolvedFunction function
                    && !session.hasFunction(String.join(".", Plans.list(function.nameParts())))
                    && qualified(Plans.list(function.nameParts()))
                        .flatMap(functions::find)
                        .isPresent());
    return found[0] ? Plans.named(alias.child(), alias.child().toString().replace("'", "")) : part;
  }

  Expression expand(Expression expression) {
    return Plans.transformUp(expression, part -> expandCall(part, 0));
  }

  private Expression expandCall(Expression part, int depth) {
    if (!(part instanceof UnresolvedFunction call)) {
      return part;
    }
    List<String> name = Plans.list(call.nameParts());
    if (name.size() == 1) {
      String plain = name.get(0).toLowerCase(Locale.ROOT);
      if (USER.contains(plain) && call.arguments().isEmpty()) {
        return Literal.create(functions.reader().user(), DataTypes.StringType);
      }
      if (GROUP.contains(plain) && call.arguments().size() == 1) {
        return isInGroup(call);
      }
      if (session.hasFunction(plain)) {
        return part;
      }
    }
    return qualified(name)
        .flatMap(functions::find)
        .map(function -> inlined(function, call, depth))
        .orElse(part);
  }

  private Expression isInGroup(UnresolvedFunction call) {
    return new Constants(session)
        .text(call.arguments().apply(0))
        .<Expression>map(
            group ->
                Literal.create(
                    functions.reader().groups().stream().anyMatch(group::equalsIgnoreCase),
                    DataTypes.BooleanType))
        .orElseThrow(
            () ->
                new ProjectException(
                    QueryProblems.argumentNotConstant(
                        "is_account_group_member", "group", places.at(call.origin()))));
  }

  private Optional<TableName> qualified(List<String> name) {
    return switch (name.size()) {
      case 1 -> Optional.of(new TableName(catalog, schema, name.get(0)));
      case 2 -> Optional.of(new TableName(catalog, name.get(0), name.get(1)));
      case 3 -> Optional.of(new TableName(name.get(0), name.get(1), name.get(2)));
      default -> Optional.empty();
    };
  }

  private static void checkDepth(SqlFunction function, int depth, SourceSpan where) {
    if (depth > MOST_NESTED) {
      throw new ProjectException(
          QueryProblems.functionInvalid(
              function.name(), "it calls itself, directly or through others", where));
    }
  }

  /** For the names in the function. */
  private FunctionCalls inside(SqlFunction function) {
    return new FunctionCalls(
        functions, session, places, function.name().catalog(), function.name().schema());
  }

  /** The arguments by parameter. */
  private Map<String, Expression> values(
      SqlFunction function, List<Expression> given, SourceSpan where) {
    Map<String, Expression> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    arguments(function, given, where)
        .forEach(
            (parameter, argument) ->
                values.put(parameter.name(), cast(argument, parameter.type())));
    return values;
  }

  private Expression inlined(SqlFunction function, UnresolvedFunction call, int depth) {
    SourceSpan where = places.at(call.origin());
    checkDepth(function, depth, where);
    if (function.givesRows()) {
      throw new ProjectException(QueryProblems.functionGivesRows(function.name(), where));
    }
    Map<String, Expression> values = values(function, Plans.list(call.arguments()), where);
    FunctionCalls inside = inside(function);
    Expression body = session.parser().parseExpression(function.body());
    if (FunctionQueries.looksUp(body)) {
      LogicalPlan row = FunctionQueries.row(body, function, call.origin());
      Expression value = FunctionQueries.over(inside.expand(row, depth + 1), function, values);
      return function.returnType().map(type -> cast(value, type)).orElse(value);
    }
    Expression expanded = Plans.transformUp(body, part -> inside.expandCall(part, depth + 1));
    checkUsedOnce(function, expanded, values, where);
    Expression bound =
        Plans.transformUp(expanded, part -> withValue(part, function, values, where));
    return function.returnType().map(type -> cast(bound, type)).orElse(bound);
  }

  /** An argument stands wherever the function names it, and a random one would differ there. */
  private static void checkUsedOnce(
      SqlFunction function, Expression body, Map<String, Expression> values, SourceSpan where) {
    Map<String, Integer> uses = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Plans.forEach(
        body,
        part -> {
          if (part instanceof UnresolvedAttribute column) {
            Plans.list(column.nameParts()).forEach(name -> uses.merge(name, 1, Integer::sum));
          }
        });
    values.forEach(
        (parameter, value) -> {
          if (uses.getOrDefault(parameter, 0) > 1 && isRandom(value)) {
            throw new ProjectException(
                QueryProblems.randomArgument(function.name(), parameter, where));
          }
        });
  }

  private static boolean isRandom(Expression value) {
    boolean[] found = {false};
    Plans.forEach(
        value,
        part ->
            found[0] |=
                part instanceof UnresolvedFunction call
                    && RANDOM.contains(
                        Plans.list(call.nameParts())
                            .get(call.nameParts().size() - 1)
                            .toLowerCase(Locale.ROOT)));
    return found[0];
  }

  private Map<SqlFunction.Parameter, Expression> arguments(
      SqlFunction function, List<Expression> all, SourceSpan where) {
    Map<String, Expression> named = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    List<Expression> positional = new ArrayList<>();
    for (Expression argument : all) {
      if (argument instanceof NamedArgumentExpression given) {
        named.put(given.key(), given.value());
      } else {
        positional.add(argument);
      }
    }
    Map<SqlFunction.Parameter, Expression> given = new LinkedHashMap<>();
    List<SqlFunction.Parameter> parameters = function.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      SqlFunction.Parameter parameter = parameters.get(i);
      Expression byName = named.remove(parameter.name());
      Optional<Expression> value =
          i < positional.size()
              ? Optional.of(positional.get(i))
              : Optional.ofNullable(byName)
                  .or(() -> parameter.defaultValue().map(session.parser()::parseExpression));
      given.put(parameter, value.orElseThrow(() -> wrongArguments(function, where)));
    }
    if (positional.size() > parameters.size() || !named.isEmpty()) {
      throw wrongArguments(function, where);
    }
    return given;
  }

  private static ProjectException wrongArguments(SqlFunction function, SourceSpan where) {
    List<String> parameters =
        function.parameters().stream().map(p -> p.name() + " " + p.type()).toList();
    return new ProjectException(
        QueryProblems.functionArguments(function.name(), parameters, where));
  }

  private static Expression withValue(
      Expression part, SqlFunction function, Map<String, Expression> values, SourceSpan where) {
    if (!(part instanceof UnresolvedAttribute column)) {
      return part;
    }
    List<String> parts = new ArrayList<>(Plans.list(column.nameParts()));
    boolean isQualified =
        parts.size() > 1
            && parts.get(0).equalsIgnoreCase(function.name().table())
            && !values.containsKey(parts.get(0));
    if (isQualified) {
      parts.remove(0);
    }
    Expression value = values.get(parts.get(0));
    if (value == null) {
      Problem unknown =
          QueryProblems.columnNotFound(column.sql(), List.copyOf(values.keySet()), where);
      throw new ProjectException(unknown);
    }
    for (String field : parts.subList(1, parts.size())) {
      value = new UnresolvedExtractValue(value, Literal.create(field, DataTypes.StringType));
    }
    return value;
  }

  private Expression cast(Expression value, String type) {
    return new Cast(
        value,
        session.parser().parseDataType(type),
        Option.apply(session.conf().sessionLocalTimeZone()),
        EvalMode$.MODULE$.ANSI());
  }
}
