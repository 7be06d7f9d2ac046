/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Source;
import io.lakeward.model.name.TableName;
import java.util.Collection;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** What the table names in a query mean. */
public interface NameScope {
  /**
   * What a name stands for; empty if there is no such table.
   *
   * @throws io.lakeward.model.problem.ProjectException if it may not be read this way
   */
  Optional<Named> find(TableReference reference);

  /** All names, for suggestions. */
  Collection<TableName> known();

  /** The scope that has the existing tables and nothing else. */
  static NameScope ofTables(TableLookup tables) {
    return new NameScope() {
      @Override
      public Optional<Named> find(TableReference reference) {
        return reference
            .qualified()
            .flatMap(
                name ->
                    tables.find(name).map(schema -> new Stored(new Source.Table(name, schema))));
      }

      @Override
      public Collection<TableName> known() {
        return tables.all();
      }
    };
  }

  /** The thing behind a name. */
  sealed interface Named {
    TableName name();
  }

  /** A table with rows of its own. */
  record Stored(Source.Table table) implements Named {
    @Override
    public TableName name() {
      return table.name();
    }
  }

  /** A view, to be replaced by its analyzed query. */
  record Expanded(TableName name, LogicalPlan plan) implements Named {}
}
