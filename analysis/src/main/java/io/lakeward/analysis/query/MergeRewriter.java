/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.plans.Inner$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftAnti$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.catalyst.plans.logical.DeleteAction;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.InsertAction;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.JoinHint;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeAction;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.UpdateAction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import scala.Option;
import scala.Tuple2;

/** Turns MERGE, once analyzed, into queries for the rows that change and the counts. */
final class MergeRewriter {
  private static final String KEEP = "keep";

  private final TableName target;
  private final Assignments assignments;
  private final SqlPlaces places;
  private final Function<StructField, Optional<Expression>> defaults;
  private final LogicalPlan plain;
  private final ChangedTable table;
  private final LogicalPlan source;
  private final Expression on;
  private final List<MergeAction> matched;
  private final List<MergeAction> notMatched;
  private final List<MergeAction> unmatched;
  private final Set<String> assigned = new LinkedHashSet<>();

  /**
   * @param defaults the values of columns that a new row is not given
   */
  MergeRewriter(
      TableName target,
      MergeIntoTable merge,
      Assignments assignments,
      SqlPlaces places,
      Function<StructField, Optional<Expression>> defaults) {
    this.target = target;
    this.assignments = assignments;
    this.places = places;
    this.defaults = defaults;
    this.plain = merge.targetTable();
    this.table = ChangedTable.of(merge.targetTable());
    this.source = merge.sourceTable();
    this.on = merge.mergeCondition();
    this.matched = Plans.list(merge.matchedActions());
    this.notMatched = Plans.list(merge.notMatchedActions());
    this.unmatched = Plans.list(merge.notMatchedBySourceActions());
    if (merge.withSchemaEvolution()) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "MERGE WITH SCHEMA EVOLUTION",
              "Add the columns in the table's definition first.",
              places.start()));
    }
    RowActions.refuseRandom(on, places);
    matched.forEach(
        action ->
            Plans.list(action.condition().toList())
                .forEach(condition -> RowActions.refuseRandom(condition, places)));
    if (!new AnalyzedQuery(source).plan().deterministic()) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "MERGE with a source that gives other rows each time",
              "Store the source's rows in a table first.",
              places.start()));
    }
  }

  AnalyzedChange rewrite() {
    List<LogicalPlan> changes = new ArrayList<>();
    List<LogicalPlan> counted = new ArrayList<>();
    if (!matched.isEmpty()) {
      changes.add(changed(matchedRows(table.rows()), matched));
      counted.add(matchedRows(plain));
    }
    if (!unmatched.isEmpty()) {
      changes.add(changed(unmatchedRows(table.rows()), unmatched));
      counted.add(unmatchedRows(plain));
    }
    if (!notMatched.isEmpty()) {
      List<NamedExpression> row = new ArrayList<>();
      LogicalPlan acting = newRows();
      row.addAll(inserted(acting));
      table
          .position()
          .forEach(
              place -> row.add(Plans.named(Literal.create(null, place.dataType()), place.name())));
      row.add(Plans.named(RowActions.text(RowActions.INSERT), AnalyzedChange.Rewrite.ACTION));
      changes.add(new Project(Plans.seq(row), new Filter(isActed(acting), acting)));
      counted.add(acting);
    }
    return new AnalyzedChange.Rewrite(
        target,
        "MERGE",
        RowActions.union(changes),
        RowActions.counted(counted),
        assigned,
        clashes());
  }

  private LogicalPlan matchedRows(LogicalPlan rows) {
    JoinType type = isPlainDelete() ? LeftSemi$.MODULE$ : Inner$.MODULE$;
    return withAction(join(rows, source, type, applies()), matched);
  }

  private LogicalPlan unmatchedRows(LogicalPlan rows) {
    return withAction(join(rows, source, LeftAnti$.MODULE$, on), unmatched);
  }

  private LogicalPlan newRows() {
    return withAction(join(source, plain, LeftAnti$.MODULE$, on), notMatched);
  }

  private Expression applies() {
    return new And(RowActions.isTrue(on), any(matched));
  }

  /** A row that several rows of the source match would be changed twice. */
  private Optional<LogicalPlan> clashes() {
    if (matched.isEmpty() || isPlainDelete()) {
      return Optional.empty();
    }
    return Optional.of(
        RowActions.union(
            List.of(
                RowActions.size(join(plain, source, Inner$.MODULE$, applies())),
                RowActions.size(join(plain, source, LeftSemi$.MODULE$, applies())))));
  }

  private boolean isPlainDelete() {
    return matched.size() == 1
        && matched.get(0) instanceof DeleteAction
        && matched.get(0).condition().isEmpty();
  }

  private static LogicalPlan join(
      LogicalPlan left, LogicalPlan right, JoinType type, Expression on) {
    return new Join(left, right, type, Option.apply(on), JoinHint.NONE());
  }

  private static Expression any(List<MergeAction> actions) {
    Expression any = condition(actions.get(0));
    for (MergeAction action : actions.subList(1, actions.size())) {
      any = new Or(any, condition(action));
    }
    return any;
  }

  private static Expression condition(MergeAction action) {
    return action.condition().isDefined()
        ? RowActions.isTrue(action.condition().get())
        : Literal.create(true, DataTypes.BooleanType);
  }

  /** The rows with the name of the first clause that applies. */
  private static LogicalPlan withAction(LogicalPlan rows, List<MergeAction> actions) {
    List<Tuple2<Expression, Expression>> branches = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      branches.add(new Tuple2<>(condition(actions.get(i)), code(actions, i)));
    }
    List<NamedExpression> columns = new ArrayList<>(Plans.list(rows.output()));
    columns.add(
        Plans.named(
            new CaseWhen(Plans.seq(branches), Option.apply(RowActions.text(KEEP))),
            AnalyzedChange.Rewrite.ACTION));
    return new Project(Plans.seq(columns), rows);
  }

  /** Names a clause: what it does, and which one it is. */
  private static Literal code(List<MergeAction> actions, int number) {
    MergeAction action = actions.get(number);
    String kind =
        action instanceof DeleteAction
            ? RowActions.DELETE
            : action instanceof InsertAction ? RowActions.INSERT : RowActions.UPDATE;
    return RowActions.text(kind + " " + number);
  }

  private static Expression isActed(LogicalPlan acting) {
    return new Not(new EqualTo(RowActions.last(acting), RowActions.text(KEEP)));
  }

  /** The rows that a clause changes or deletes, with their places and the kind of the clause. */
  private LogicalPlan changed(LogicalPlan acting, List<MergeAction> actions) {
    Attribute action = RowActions.last(acting);
    List<Tuple2<Expression, Expression>> kinds = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      if (actions.get(i) instanceof DeleteAction) {
        kinds.add(
            new Tuple2<>(
                new EqualTo(action, code(actions, i)), RowActions.text(RowActions.DELETE)));
      }
    }
    Expression update = RowActions.text(RowActions.UPDATE);
    Expression kind =
        kinds.isEmpty() ? update : new CaseWhen(Plans.seq(kinds), Option.apply(update));
    List<NamedExpression> row = updated(action, actions);
    return table.changes(row, kind, new Filter(isActed(acting), acting));
  }

  private List<NamedExpression> updated(Attribute action, List<MergeAction> actions) {
    List<NamedExpression> row = new ArrayList<>();
    for (Attribute column : table.seen()) {
      Attribute stored = table.storedOf(column);
      List<Tuple2<Expression, Expression>> branches = new ArrayList<>();
      for (int i = 0; i < actions.size(); i++) {
        if (actions.get(i) instanceof UpdateAction update) {
          int number = i;
          assignments
              .changed(column, stored, Plans.list(update.assignments()))
              .ifPresent(
                  value ->
                      branches.add(
                          new Tuple2<>(new EqualTo(action, code(actions, number)), value)));
        }
      }
      row.add(named(column, branches, stored));
    }
    return row;
  }

  private NamedExpression named(
      Attribute column, List<Tuple2<Expression, Expression>> branches, Attribute stored) {
    if (branches.isEmpty()) {
      return stored;
    }
    assigned.add(column.name().toLowerCase(Locale.ROOT));
    return Plans.named(
        new CaseWhen(Plans.seq(branches), Option.apply((Expression) stored)), column.name());
  }

  private List<NamedExpression> inserted(LogicalPlan acting) {
    Attribute action = RowActions.last(acting);
    List<NamedExpression> row = new ArrayList<>();
    for (Attribute column : table.seen()) {
      List<Tuple2<Expression, Expression>> branches = new ArrayList<>();
      for (int i = 0; i < notMatched.size(); i++) {
        int number = i;
        assignments
            .given(column, Plans.list(((InsertAction) notMatched.get(i)).assignments()))
            .ifPresent(
                value ->
                    branches.add(
                        new Tuple2<>(new EqualTo(action, code(notMatched, number)), value)));
      }
      StructField field =
          new StructField(column.name(), column.dataType(), column.nullable(), column.metadata());
      Expression missing =
          defaults.apply(field).orElseGet(() -> Literal.create(null, column.dataType()));
      if (!branches.isEmpty()) {
        assigned.add(column.name().toLowerCase(Locale.ROOT));
      }
      row.add(
          Plans.named(
              branches.isEmpty()
                  ? missing
                  : new CaseWhen(Plans.seq(branches), Option.apply(missing)),
              column.name()));
    }
    return row;
  }
}
