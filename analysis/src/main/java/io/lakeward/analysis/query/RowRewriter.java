/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.catalyst.CatalystSession;
import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.Count;
import org.apache.spark.sql.catalyst.expressions.objects.AssertNotNull;
import org.apache.spark.sql.catalyst.plans.Inner$;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftAnti$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Assignment;
import org.apache.spark.sql.catalyst.plans.logical.DeleteAction;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.InsertAction;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.JoinHint;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeAction;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.UpdateAction;
import org.apache.spark.sql.catalyst.plans.logical.UpdateTable;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.Tuple2;

/** Turns an analyzed change into queries: for the rows that will be there, and for the counts. */
final class RowRewriter {
  private static final String ACTION = "#action";

  private final TableName target;
  private final CatalystSession session;
  private final SqlPlaces places;

  RowRewriter(TableName target, CatalystSession session, SqlPlaces places) {
    this.target = target;
    this.session = session;
    this.places = places;
  }

  AnalyzedChange delete(DeleteFromTable delete) {
    LogicalPlan table = delete.table();
    Expression gone = isTrue(delete.condition());
    refuseRandom(delete.condition());
    return new AnalyzedChange.Rewrite(
        target,
        "DELETE",
        new Filter(new Not(gone), table),
        counted(List.of(acted("delete", new Filter(gone, table)))),
        touched(gone, Optional.empty()),
        Optional.empty());
  }

  AnalyzedChange update(UpdateTable update) {
    LogicalPlan table = update.table();
    Expression hit =
        update.condition().isDefined()
            ? isTrue(update.condition().get())
            : Literal.create(true, DataTypes.BooleanType);
    refuseRandom(hit);
    List<Assignment> assignments = Plans.list(update.assignments());
    List<NamedExpression> row = new ArrayList<>();
    List<NamedExpression> changed = new ArrayList<>();
    for (Attribute column : Plans.list(table.output())) {
      Optional<Expression> value = changedValueOf(column, assignments);
      row.add(
          value
              .<NamedExpression>map(v -> Plans.named(new If(hit, v, column), column.name()))
              .orElse(column));
      changed.add(value.<NamedExpression>map(v -> Plans.named(v, column.name())).orElse(column));
    }
    return new AnalyzedChange.Rewrite(
        target,
        "UPDATE",
        new Project(Plans.seq(row), table),
        counted(List.of(acted("update", new Filter(hit, table)))),
        touched(hit, Optional.of(new Project(Plans.seq(changed), new Filter(hit, table)))),
        Optional.empty());
  }

  private static Optional<AnalyzedChange.Touched> touched(
      Expression condition, Optional<LogicalPlan> rows) {
    boolean[] looksElsewhere = {false};
    Plans.forEach(condition, part -> looksElsewhere[0] |= part instanceof SubqueryExpression);
    return looksElsewhere[0]
        ? Optional.empty()
        : Optional.of(new AnalyzedChange.Touched(condition, rows));
  }

  AnalyzedChange merge(MergeIntoTable merge) {
    if (merge.withSchemaEvolution()) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "MERGE WITH SCHEMA EVOLUTION",
              "Add the columns in the table's definition first.",
              places.start()));
    }
    LogicalPlan table = merge.targetTable();
    LogicalPlan source = merge.sourceTable();
    Expression on = merge.mergeCondition();
    List<MergeAction> matched = Plans.list(merge.matchedActions());
    List<MergeAction> notMatched = Plans.list(merge.notMatchedActions());
    List<MergeAction> unmatched = Plans.list(merge.notMatchedBySourceActions());
    refuseRandom(on);
    matched.forEach(action -> action.condition().foreach(this::refusing));
    boolean isSteady = new AnalyzedQuery(source).plan().deterministic();
    if (!isSteady) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "MERGE with a source that gives other rows each time",
              "Store the source's rows in a table first.",
              places.start()));
    }

    List<LogicalPlan> rows = new ArrayList<>();
    List<LogicalPlan> actions = new ArrayList<>();
    Optional<LogicalPlan> clashes = Optional.empty();
    if (matched.isEmpty()) {
      rows.add(join(table, source, LeftSemi$.MODULE$, on));
    } else {
      Expression applies = new And(isTrue(on), any(matched));
      LogicalPlan pairs = join(table, source, Inner$.MODULE$, applies);
      LogicalPlan acting = withAction(pairs, matched);
      rows.add(survivors(acting, table, matched));
      actions.add(acting);
      rows.add(
          join(join(table, source, LeftSemi$.MODULE$, on), source, LeftAnti$.MODULE$, applies));
      if (!isPlainDelete(matched)) {
        clashes = Optional.of(sizes(pairs, join(table, source, LeftSemi$.MODULE$, applies)));
      }
    }
    LogicalPlan alone = join(table, source, LeftAnti$.MODULE$, on);
    if (unmatched.isEmpty()) {
      rows.add(alone);
    } else {
      LogicalPlan acting = withAction(alone, unmatched);
      rows.add(survivors(acting, table, unmatched));
      actions.add(acting);
    }
    if (!notMatched.isEmpty()) {
      LogicalPlan acting = withAction(join(source, table, LeftAnti$.MODULE$, on), notMatched);
      rows.add(inserted(acting, table, notMatched));
      actions.add(acting);
    }
    return new AnalyzedChange.Rewrite(
        target, "MERGE", union(rows), counted(actions), Optional.empty(), clashes);
  }

  private static boolean isPlainDelete(List<MergeAction> matched) {
    return matched.size() == 1
        && matched.get(0) instanceof DeleteAction
        && matched.get(0).condition().isEmpty();
  }

  private static LogicalPlan join(
      LogicalPlan left, LogicalPlan right, JoinType type, Expression on) {
    return new Join(left, right, type, Option.apply(on), JoinHint.NONE());
  }

  private static Expression any(List<MergeAction> actions) {
    Expression any = null;
    for (MergeAction action : actions) {
      Expression holds = condition(action);
      any = any == null ? holds : new Or(any, holds);
    }
    if (any == null) {
      throw new IllegalArgumentException("no action");
    }
    return any;
  }

  private static Expression condition(MergeAction action) {
    return action.condition().isDefined()
        ? isTrue(action.condition().get())
        : Literal.create(true, DataTypes.BooleanType);
  }

  /** The rows with the name of the first clause that applies. */
  private static LogicalPlan withAction(LogicalPlan rows, List<MergeAction> actions) {
    List<Tuple2<Expression, Expression>> branches = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      branches.add(new Tuple2<>(condition(actions.get(i)), code(actions, i)));
    }
    List<NamedExpression> columns = new ArrayList<>(Plans.list(rows.output()));
    columns.add(Plans.named(new CaseWhen(Plans.seq(branches), Option.apply(text("keep"))), ACTION));
    return new Project(Plans.seq(columns), rows);
  }

  /** Names a clause: what it does, and which one it is. */
  private static Expression code(List<MergeAction> actions, int number) {
    MergeAction action = actions.get(number);
    String kind =
        action instanceof DeleteAction
            ? "delete"
            : action instanceof InsertAction ? "insert" : "update";
    return text(kind + " " + number);
  }

  private static Expression text(String value) {
    return Literal.create(value, DataTypes.StringType);
  }

  private static Literal number(int value) {
    return Literal.create(value, DataTypes.IntegerType);
  }

  private static Attribute actionOf(LogicalPlan acting) {
    return Plans.list(acting.output()).get(acting.output().size() - 1);
  }

  /** The table's rows after the clauses: changed, kept as they are, or gone. */
  private LogicalPlan survivors(LogicalPlan acting, LogicalPlan table, List<MergeAction> actions) {
    Attribute action = actionOf(acting);
    Expression stays = Literal.create(true, DataTypes.BooleanType);
    for (int i = 0; i < actions.size(); i++) {
      if (actions.get(i) instanceof DeleteAction) {
        stays = new And(stays, new Not(new EqualTo(action, code(actions, i))));
      }
    }
    List<NamedExpression> row = new ArrayList<>();
    for (Attribute column : Plans.list(table.output())) {
      List<Tuple2<Expression, Expression>> branches = new ArrayList<>();
      for (int i = 0; i < actions.size(); i++) {
        if (actions.get(i) instanceof UpdateAction update) {
          int number = i;
          changedValueOf(column, Plans.list(update.assignments()))
              .ifPresent(
                  value ->
                      branches.add(
                          new Tuple2<>(new EqualTo(action, code(actions, number)), value)));
        }
      }
      row.add(
          branches.isEmpty()
              ? column
              : Plans.named(
                  new CaseWhen(Plans.seq(branches), Option.apply((Expression) column)),
                  column.name()));
    }
    return new Project(Plans.seq(row), new Filter(stays, acting));
  }

  private LogicalPlan inserted(LogicalPlan acting, LogicalPlan table, List<MergeAction> actions) {
    Attribute action = actionOf(acting);
    List<NamedExpression> row = new ArrayList<>();
    for (Attribute column : Plans.list(table.output())) {
      if (isNumbered(column)) {
        throw new ProjectException(
            QueryProblems.notSupported(
                "MERGE that inserts into a table with an IDENTITY column",
                "Write UPDATE or MERGE for the rows that are there, and INSERT for the others.",
                places.start()));
      }
      List<Tuple2<Expression, Expression>> branches = new ArrayList<>();
      for (int i = 0; i < actions.size(); i++) {
        int number = i;
        valueOf(column, Plans.list(((InsertAction) actions.get(i)).assignments()))
            .ifPresent(
                value ->
                    branches.add(new Tuple2<>(new EqualTo(action, code(actions, number)), value)));
      }
      Expression nothing = Literal.create(null, column.dataType());
      row.add(
          Plans.named(
              branches.isEmpty()
                  ? nothing
                  : new CaseWhen(Plans.seq(branches), Option.apply(nothing)),
              column.name()));
    }
    Expression isInserted = new Not(new EqualTo(action, text("keep")));
    return new Project(Plans.seq(row), new Filter(isInserted, acting));
  }

  /** Rows of an action's name and how many rows it concerns. */
  private LogicalPlan counted(List<LogicalPlan> acting) {
    List<LogicalPlan> all = new ArrayList<>();
    for (LogicalPlan rows : acting) {
      Attribute action = actionOf(rows);
      all.add(new Project(Plans.seq(List.of(Plans.named(action, "action"))), rows));
    }
    LogicalPlan rows = union(all);
    Attribute action = rows.output().apply(0);
    NamedExpression number =
        Plans.named(new Count(Plans.seq(List.of(number(1)))).toAggregateExpression(), "number");
    return new Aggregate(
        Plans.seq(List.of((Expression) action)),
        Plans.seq(List.of(action, number)),
        rows,
        Option.empty());
  }

  private static LogicalPlan acted(String action, LogicalPlan rows) {
    List<NamedExpression> columns = new ArrayList<>(Plans.list(rows.output()));
    columns.add(Plans.named(Literal.create(action, DataTypes.StringType), ACTION));
    return new Project(Plans.seq(columns), rows);
  }

  private LogicalPlan sizes(LogicalPlan pairs, LogicalPlan rows) {
    return union(List.of(size(pairs), size(rows)));
  }

  private static LogicalPlan size(LogicalPlan rows) {
    NamedExpression number =
        Plans.named(new Count(Plans.seq(List.of(number(1)))).toAggregateExpression(), "number");
    return new Aggregate(
        Plans.seq(List.<Expression>of()), Plans.seq(List.of(number)), rows, Option.empty());
  }

  private static LogicalPlan union(List<LogicalPlan> parts) {
    return parts.size() == 1 ? parts.get(0) : new Union(Plans.seq(parts), false, false);
  }

  private Optional<Expression> changedValueOf(Attribute column, List<Assignment> assignments) {
    Optional<Expression> value = valueOf(column, assignments);
    if (value.isPresent() && isNumbered(column)) {
      throw new ProjectException(
          QueryProblems.numberChanged(target, column.name(), places.start()));
    }
    return value;
  }

  /** Whether the table numbers its rows in the column. */
  private static boolean isNumbered(Attribute column) {
    return column.metadata().contains("delta.identity.start");
  }

  private Optional<Expression> valueOf(Attribute column, List<Assignment> assignments) {
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
      Expression now = found == null ? column : found;
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
      parts.add(text(fields[i].name()));
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

  private Object refusing(Expression condition) {
    refuseRandom(condition);
    return condition;
  }

  private void refuseRandom(Expression condition) {
    if (!condition.deterministic()) {
      throw new ProjectException(
          QueryProblems.notSupported(
              "A condition that is different each time",
              "Use only functions that depend on the row alone.",
              places.start()));
    }
  }

  private static Expression isTrue(Expression condition) {
    return condition.nullable()
        ? new EqualNullSafe(condition, Literal.create(true, DataTypes.BooleanType))
        : condition;
  }
}
