/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.query;

import io.lakeward.analysis.plan.Source;
import io.lakeward.analysis.plan.TableReading;
import io.lakeward.model.name.TableName;
import io.lakeward.model.pipeline.RowPolicy;
import java.util.Collection;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

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

  /** The pipelines whose event logs can be read. */
  PipelineLookup pipelines();

  /** The scope that has the existing tables and nothing else. */
  static NameScope ofTables(TableLookup tables) {
    return new NameScope() {
      @Override
      public Optional<Named> find(TableReference reference) {
        return reference
            .qualified()
            .flatMap(
                name ->
                    tables
                        .find(name, reference.reading())
                        .map(s -> Stored.of(name, s, reference.reading(), tables.policyOf(name))));
      }

      @Override
      public Collection<TableName> known() {
        return tables.all();
      }

      @Override
      public PipelineLookup pipelines() {
        return tables.pipelines();
      }
    };
  }

  /** The thing behind a name. */
  sealed interface Named {
    TableName name();
  }

  /** A table with rows of its own. */
  record Stored(Source.Table table, RowPolicy policy) implements Named {
    /**
     * @param schema the table's own columns; those of a change feed are added if it is read
     */
    public static Stored of(
        TableName name, StructType schema, TableReading reading, RowPolicy policy) {
      StructType columns =
          reading.readsChanges()
              ? schema
                  .add(TableReading.CHANGE_TYPE, DataTypes.StringType)
                  .add(TableReading.COMMIT_VERSION, DataTypes.LongType)
                  .add(TableReading.COMMIT_TIMESTAMP, DataTypes.TimestampType)
              : schema;
      return new Stored(new Source.Table(name, columns, reading), policy);
    }

    @Override
    public TableName name() {
      return table.name();
    }
  }

  /** A view, to be replaced by its analyzed query. */
  record Expanded(TableName name, LogicalPlan plan) implements Named {}
}
