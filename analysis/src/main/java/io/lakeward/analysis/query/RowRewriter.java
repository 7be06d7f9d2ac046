/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Plans;
import io.lakeward.model.name.TableName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Assignment;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.UpdateTable;
import org.apache.spark.sql.types.DataTypes;

/** Turns UPDATE and DELETE, once analyzed, into queries for the rows that change and the counts. */
final class RowRewriter {
  private final TableName target;
  private final Assignments assignments;
  private final SqlPlaces places;

  RowRewriter(TableName target, Assignments assignments, SqlPlaces places) {
    this.target = target;
    this.assignments = assignments;
    this.places = places;
  }

  AnalyzedChange delete(DeleteFromTable delete) {
    ChangedTable table = ChangedTable.of(delete.table());
    Expression gone = RowActions.isTrue(delete.condition());
    RowActions.refuseRandom(delete.condition(), places);
    List<NamedExpression> row = new ArrayList<>(table.stored());
    return new AnalyzedChange.Rewrite(
        target,
        "DELETE",
        table.changes(row, RowActions.DELETE, new Filter(gone, table.rows())),
        RowActions.counted(RowActions.DELETE, new Filter(gone, delete.table())),
        Set.of(),
        Optional.empty());
  }

  AnalyzedChange update(UpdateTable update) {
    ChangedTable table = ChangedTable.of(update.table());
    Expression hit =
        update.condition().isDefined()
            ? RowActions.isTrue(update.condition().get())
            : Literal.create(true, DataTypes.BooleanType);
    RowActions.refuseRandom(hit, places);
    List<Assignment> set = Plans.list(update.assignments());
    List<NamedExpression> changed = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    for (Attribute column : table.seen()) {
      Attribute stored = table.storedOf(column);
      Optional<Expression> value = assignments.changed(column, stored, set);
      value.ifPresent(v -> names.add(column.name().toLowerCase(Locale.ROOT)));
      changed.add(value.<NamedExpression>map(v -> Plans.named(v, column.name())).orElse(stored));
    }
    return new AnalyzedChange.Rewrite(
        target,
        "UPDATE",
        table.changes(changed, RowActions.UPDATE, new Filter(hit, table.rows())),
        RowActions.counted(RowActions.UPDATE, new Filter(hit, update.table())),
        names,
        Optional.empty());
  }
}
