/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.graph;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.analysis.query.FunctionLookup;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.pipeline.Dataset;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.RaiseError;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * Brings a query's row into the shape of its target: by name, in the target's order, with the
 * target's types as far as Spark's rules of store assignment allow, and NULL for what the query
 * does not give. A column that numbers the rows is left out, for only the writer knows the numbers.
 */
final class RowShape {
  private final Dataset target;
  private final StructType shape;
  private final ColumnValues values;
  private final SQLConf conf;
  private final SourceSpan where;
  private final List<Problem> problems = new ArrayList<>();
  private final List<String> givenNames = new ArrayList<>();

  private RowShape(
      Dataset target, StructType shape, ColumnValues values, SQLConf conf, SourceSpan where) {
    this.target = target;
    this.shape = shape;
    this.values = values;
    this.conf = conf;
    this.where = where;
  }

  /** Whether a list of bare names renames the query's columns one after the other. */
  static boolean isByPosition(List<ColumnDefinition> columns, StructType given) {
    if (columns.isEmpty()
        || columns.size() != given.fields().length
        || columns.stream().anyMatch(c -> c.type().isPresent())) {
      return false;
    }
    Map<String, Boolean> names = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (StructField field : given.fields()) {
      names.put(field.name(), true);
    }
    return !columns.stream().allMatch(c -> names.containsKey(c.name()));
  }

  /**
   * The plan with a projection on top, or unchanged if it has the shape already.
   *
   * @param where the query's place, for complaints about columns that are not declared
   * @throws ProjectException with every column that does not fit
   */
  static LogicalPlan fit(
      LogicalPlan plan, Dataset target, StructType shape, SQLConf conf, SourceSpan where) {
    ColumnValues values = new ColumnValues(target, shape, FunctionLookup.none());
    return fit(plan, target, shape, values, conf, where);
  }

  /** The same with values for columns that the plan lacks. */
  static LogicalPlan fit(
      LogicalPlan plan,
      Dataset target,
      StructType shape,
      ColumnValues values,
      SQLConf conf,
      SourceSpan where) {
    RowShape row = new RowShape(target, shape, values, conf, where);
    LogicalPlan fitted = row.fit(plan);
    if (!row.problems.isEmpty()) {
      throw new ProjectException(row.problems);
    }
    return fitted;
  }

  /** A view's plan with the names of its column list. */
  static LogicalPlan rename(LogicalPlan plan, Dataset view, SourceSpan where) {
    List<Attribute> given = Plans.list(plan.output());
    List<ColumnDefinition> columns = view.columns();
    if (columns.isEmpty()) {
      return plan;
    }
    if (columns.size() != given.size()) {
      throw new ProjectException(
          GraphProblems.columnCount(view, columns.size(), given.size(), where));
    }
    List<NamedExpression> projected = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      projected.add(alias(given.get(i), columns.get(i).name(), Option.empty()));
    }
    return new Project(Plans.seq(projected), plan);
  }

  private LogicalPlan fit(LogicalPlan plan) {
    List<Attribute> given = Plans.list(plan.output());
    given.forEach(column -> givenNames.add(column.name()));
    Map<String, Attribute> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    boolean isByPosition = isByPosition(target.columns(), plan.schema());
    for (int i = 0; i < given.size(); i++) {
      byName.put(isByPosition ? shape.fields()[i].name() : given.get(i).name(), given.get(i));
    }
    List<NamedExpression> row = new ArrayList<>();
    for (StructField field : shape.fields()) {
      Optional<Attribute> column = Optional.ofNullable(byName.remove(field.name()));
      Optional<ColumnDefinition.Numbering> numbering = values.numbering(field);
      if (column.isPresent() && numbering.isPresent() && !numbering.get().isGivenAllowed()) {
        problems.add(GraphProblems.numberGiven(target, field.name(), placeOf(field.name())));
      }
      if (column.isPresent() || numbering.isEmpty()) {
        row.add(column(field, column));
      }
    }
    byName
        .values()
        .forEach(
            extra -> problems.add(GraphProblems.columnNotDeclared(target, extra.name(), where)));
    LogicalPlan fitted = row.equals(given) ? plan : new Project(Plans.seq(row), plan);
    return values.hasGenerated() ? withGenerated(fitted) : fitted;
  }

  /** A generated column has the value of its expression; a row that says otherwise is an error. */
  private LogicalPlan withGenerated(LogicalPlan plan) {
    List<Attribute> columns = Plans.list(plan.output());
    List<NamedExpression> row = new ArrayList<>();
    for (Attribute column : columns) {
      StructField field = shape.apply(column.name());
      if (!values.isGenerated(field)) {
        row.add(column);
        continue;
      }
      Expression value = values.generated(field, columns);
      row.add(
          alias(
              isGiven(column.name()) ? checked(column, value, field) : value,
              field.name(),
              Option.apply(field.metadata())));
    }
    return new Project(Plans.seq(row), plan);
  }

  private boolean isGiven(String column) {
    return givenNames.stream().anyMatch(column::equalsIgnoreCase);
  }

  private Expression checked(Attribute given, Expression value, StructField field) {
    Expression error =
        new RaiseError(
            Literal.create(
                "The generated column `"
                    + field.name()
                    + "` of "
                    + target.name().quoted()
                    + " was given a value that is not that of its expression.",
                DataTypes.StringType));
    Expression typed =
        new Cast(
            error,
            field.dataType(),
            Option.apply(conf.sessionLocalTimeZone()),
            EvalMode$.MODULE$.ANSI());
    return new If(new EqualNullSafe(given, value), given, typed);
  }

  private NamedExpression column(StructField field, Optional<Attribute> given) {
    if (given.isEmpty()) {
      Expression missing =
          values.defaultOf(field).orElseGet(() -> Literal.create(null, field.dataType()));
      return alias(missing, field.name(), Option.apply(field.metadata()));
    }
    Attribute attribute = given.get();
    DataType wanted = field.dataType();
    if (StoredTypes.plain(attribute.dataType()).equals(StoredTypes.plain(wanted))) {
      return attribute.name().equals(field.name())
          ? attribute
          : alias(attribute, field.name(), Option.apply(field.metadata()));
    }
    if (!Cast.canANSIStoreAssign(attribute.dataType(), wanted)) {
      problems.add(
          GraphProblems.typeMismatch(
              target, field.name(), attribute.dataType(), wanted, placeOf(field.name())));
    }
    Cast cast =
        new Cast(
            attribute, wanted, Option.apply(conf.sessionLocalTimeZone()), EvalMode$.MODULE$.ANSI());
    return alias(cast, field.name(), Option.apply(field.metadata()));
  }

  private SourceSpan placeOf(String column) {
    return target.columns().stream()
        .filter(c -> c.name().equalsIgnoreCase(column))
        .map(ColumnDefinition::where)
        .findFirst()
        .orElse(where);
  }

  private static Alias alias(Expression value, String name, Option<Metadata> metadata) {
    return new Alias(
        value,
        name,
        NamedExpression.newExprId(),
        Plans.seq(List.of()),
        metadata,
        Plans.seq(List.of()));
  }
}
