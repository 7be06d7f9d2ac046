/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.ColumnDefinition;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.objects.AssertNotNull;
import org.apache.spark.sql.catalyst.plans.logical.Assignment;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** The values that the clauses of a statement give to the columns of its table. */
final class Assignments {
  private final TableName target;
  private final CatalystSession session;
  private final SqlPlaces places;

  Assignments(TableName target, CatalystSession session, SqlPlaces places) {
    this.target = target;
    this.session = session;
    this.places = places;
  }

  /**
   * The value of a column in a row that changes; empty if none is set.
   *
   * @param stored what the row has now
   */
  Optional<Expression> changed(Attribute column, Expression stored, List<Assignment> assignments) {
    Optional<Expression> value = valueOf(column, stored, assignments);
    if (value.isPresent() && isNumbered(column)) {
      throw new ProjectException(
          QueryProblems.numberChanged(target, column.name(), places.start()));
    }
    return value;
  }

  /** Whether the table numbers its rows in the column. */
  private static boolean isNumbered(Attribute column) {
    return column.metadata().contains(ColumnDefinition.Numbering.NOTE);
  }

  /** The value of a column in a new row; empty if none is given. */
  Optional<Expression> given(Attribute column, List<Assignment> assignments) {
    if (isNumbered(column)) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "MERGE that inserts into a table with an IDENTITY column",
              "Write UPDATE or MERGE for the rows that are there, and INSERT for the others.",
              places.start()));
    }
    return valueOf(column, column, assignments);
  }

  private Optional<Expression> valueOf(
      Attribute column, Expression before, List<Assignment> assignments) {
    @Nullable Expression found = null;
    List<List<Integer>> set = new ArrayList<>();
    for (Assignment assignment : assignments) {
      if (!isOf(assignment.key(), column)) {
        continue;
      }
      List<Integer> path = pathOf(assignment.key());
      if (set.stream().anyMatch(other -> beginsWith(path, other) || beginsWith(other, path))) {
        throw new ProjectException(QueryProblems.setTwice(column.name(), places.start()));
      }
      set.add(path);
      Expression now = found == null ? before : found;
      found =
          assignment.key() instanceof Attribute
              ? stored(assignment.value(), column.name(), column.dataType())
              : withField(now, path, assignment.value(), column.name());
    }
    return Optional.ofNullable(found);
  }

  private boolean isOf(Expression key, Attribute column) {
    Expression root = key;
    while (root instanceof GetStructField field) {
      root = field.child();
    }
    if (!(root instanceof Attribute attribute)) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "Setting an element of an array or a map",
              "Set the whole column, with transform(…) or map_concat(…).",
              places.start()));
    }
    return attribute.exprId().equals(column.exprId());
  }

  /** The numbers of the fields on the way to a field, outermost first. */
  private static List<Integer> pathOf(Expression key) {
    List<Integer> path = new ArrayList<>();
    for (Expression at = key; at instanceof GetStructField field; at = field.child()) {
      path.add(0, field.ordinal());
    }
    return path;
  }

  private static boolean beginsWith(List<Integer> path, List<Integer> start) {
    return path.size() >= start.size() && path.subList(0, start.size()).equals(start);
  }

  /** A struct with another value in one field; of a struct that is NULL the others are NULL. */
  private Expression withField(
      Expression struct, List<Integer> path, Expression value, String name) {
    StructField[] fields = ((StructType) struct.dataType()).fields();
    List<Expression> parts = new ArrayList<>();
    for (int i = 0; i < fields.length; i++) {
      parts.add(Literal.create(fields[i].name(), DataTypes.StringType));
      Expression old = new GetStructField(struct, i, Option.empty());
      String inner = name + "." + fields[i].name();
      if (i != path.get(0)) {
        parts.add(old);
      } else if (path.size() == 1) {
        parts.add(stored(value, inner, fields[i].dataType()));
      } else {
        parts.add(withField(old, path.subList(1, path.size()), value, inner));
      }
    }
    return new CreateNamedStruct(Plans.seq(parts));
  }

  private Expression stored(Expression written, String name, DataType type) {
    // NOT NULL is enforced where rows are written, with a message of its own.
    Expression value =
        Plans.transformUp(
            written, part -> part instanceof AssertNotNull check ? check.child() : part);
    if (value.dataType().equals(type)) {
      return value;
    }
    if (!Cast.canANSIStoreAssign(value.dataType(), type)) {
      throw new ProjectException(
          QueryProblems.assignmentType(name, value.dataType(), type, places.start()));
    }
    return new Cast(
        value, type, Option.apply(session.conf().sessionLocalTimeZone()), EvalMode$.MODULE$.ANSI());
  }
}
