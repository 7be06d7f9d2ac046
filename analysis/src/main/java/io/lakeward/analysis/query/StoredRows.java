/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.SqlText;
import io.lakeward.model.problem.ProjectException;
import io.lakeward.model.source.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** Gives rows that are inserted into a table the columns and types of the table. */
public final class StoredRows {
  private final FunctionLookup functions;

  public StoredRows(FunctionLookup functions) {
    this.functions = functions;
  }

  /**
   * @param defaults values of columns that are not given, as SQL, by column in lower case
   * @param generated expressions of columns that cannot be given
   * @throws ProjectException if a column does not fit
   */
  public LogicalPlan fit(
      LogicalPlan rows,
      TableName target,
      StructType table,
      Map<String, String> defaults,
      Map<String, String> generated,
      SqlText statement) {
    SqlPlaces places = new SqlPlaces(statement);
    Map<String, Attribute> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Plans.list(rows.output()).forEach(column -> given.put(column.name(), column));
    List<NamedExpression> row = new ArrayList<>();
    for (StructField field : table.fields()) {
      String key = field.name().toLowerCase(Locale.ROOT);
      Attribute column = given.get(field.name());
      if (column != null && generated.containsKey(key)) {
        throw new ProjectException(
            QueryProblems.generatedGiven(target, field.name(), places.start()));
      }
      row.add(
          Plans.named(
              column != null
                  ? stored(column, field, places, statement)
                  : missing(field, defaults.get(key), target, statement),
              field.name()));
    }
    LogicalPlan fitted = new Project(Plans.seq(row), rows);
    return generated.isEmpty()
        ? fitted
        : withGenerated(fitted, table, generated, target, statement);
  }

  /** Rows of a table in which the columns that follow from others have their values. */
  public LogicalPlan withGenerated(
      LogicalPlan rows,
      StructType table,
      Map<String, String> generated,
      TableName target,
      SqlText statement) {
    List<Attribute> columns = Plans.list(rows.output());
    List<Attribute> others =
        columns.stream()
            .filter(c -> !generated.containsKey(c.name().toLowerCase(Locale.ROOT)))
            .filter(c -> !c.name().startsWith("#"))
            .toList();
    List<NamedExpression> row = new ArrayList<>();
    for (Attribute column : columns) {
      String expression = generated.get(column.name().toLowerCase(Locale.ROOT));
      row.add(
          expression == null
              ? column
              : Plans.named(
                  ValueAnalyzer.ofRow(
                      text(expression, statement),
                      others,
                      table.apply(column.name()).dataType(),
                      "The generated column `" + column.name() + "` of " + target.quoted(),
                      functions),
                  column.name()));
    }
    return new Project(Plans.seq(row), rows);
  }

  private Expression missing(
      StructField field,
      @org.jspecify.annotations.Nullable String value,
      TableName target,
      SqlText statement) {
    return value == null
        ? Literal.create(null, field.dataType())
        : defaultOf(field, value, target, statement);
  }

  /** The value of a column that a row is not given. */
  static Expression defaultOf(
      StructField field, String value, TableName target, SqlText statement) {
    return ValueAnalyzer.constant(
        text(value, statement),
        field.dataType(),
        "The default of column `" + field.name() + "` of " + target.quoted(),
        FunctionLookup.none());
  }

  private static SqlText text(String expression, SqlText statement) {
    SourceFile file = new SourceFile("<definition>", expression);
    return new SqlText(
        file.span(0, expression.length()),
        expression,
        statement.catalog(),
        statement.schema(),
        statement.conf());
  }

  private static Expression stored(
      Attribute column, StructField field, SqlPlaces places, SqlText statement) {
    if (column.dataType().equals(field.dataType())) {
      return column;
    }
    if (!Cast.canANSIStoreAssign(column.dataType(), field.dataType())) {
      throw new ProjectException(
          QueryProblems.assignmentType(
              field.name(), column.dataType(), field.dataType(), places.start()));
    }
    return new Cast(
        column,
        field.dataType(),
        Option.apply(Sessions.of(statement, places).conf().sessionLocalTimeZone()),
        EvalMode$.MODULE$.ANSI());
  }
}
